import { describe, expect, it } from 'vitest';
import { findTrackingId } from './trackingText.ts';

const ID = 'REQ-7K2M9QX4T-B3N8P';

describe('findTrackingId', () => {
  it.each([
    ['as it is', ID],
    ['in lower case', 'req-7k2m9qx4t-b3n8p'],
    ['with blanks around', `  ${ID}\n`],
    ['with blanks in place of dashes', 'REQ 7K2M9QX4T B3N8P'],
    ['without dashes', 'REQ7K2M9QX4TB3N8P'],
    ['with the dashes of a word processor', 'REQ\u20137K2M9QX4T\u2014B3N8P'],
    ['in a sentence', `Your tracking ID is ${ID}. Keep it.`],
    ['after the word request', `My request: ${ID.toLowerCase()}, please`],
    ['in a link', `https://lights.example/track?id=${ID}`],
    ['in a link with more', `https://lights.example/track?id=${ID.toLowerCase()}&from=mail`],
    ['in quotes', `"${ID}"`],
  ])('finds it %s', (_, text) => expect(findTrackingId(text)).toBe(ID));

  it.each([
    ['nothing', ''],
    ['a word', 'request'],
    ['too short', 'REQ-7K2M9QX4-B3N8P'],
    ['too long', 'REQ-7K2M9QX4T-B3N8PX'],
    ['inside another word', `X${ID}`],
  ])('finds none in %s', (_, text) => expect(findTrackingId(text)).toBeNull());
});
