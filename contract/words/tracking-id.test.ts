import { describe, expect, it } from 'vitest';
import { findTrackingId } from './tracking-id.ts';

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
    ['without REQ-', '7K2M9QX4T-B3N8P'],
    ['without REQ-, in lower case, with blanks around', ' 7k2m9qx4t-b3n8p '],
    ['without REQ- and without its dash', '7k2m9qx4tb3n8p'],
    ['without REQ-, with a blank in place of the dash', '7K2M9QX4T B3N8P'],
    ['read out in groups', 'req 7k2 m9q x4t b3 n8p'],
    ['read out in groups, without REQ', '7k2 m9q x4t - b3n 8p'],
    ['without REQ- in a sentence', 'My number is 7k2m9qx4t-b3n8p, where is it?'],
    ['after REQ and a colon', 'Req: 7K2M9QX4T-B3N8P'],
    ['that begins with the letters REQ', 'REQ-REQM9QX4T-B3N8P', 'REQ-REQM9QX4T-B3N8P'],
    ['that begins with the letters REQ, without REQ-', 'REQM9QX4T-B3N8P', 'REQ-REQM9QX4T-B3N8P'],
  ])('finds it %s', (_, text, id = ID) => expect(findTrackingId(text)).toBe(id));

  it.each([
    ['nothing', ''],
    ['a word', 'request'],
    ['too short', 'REQ-7K2M9QX4-B3N8P'],
    ['too long', 'REQ-7K2M9QX4T-B3N8PX'],
    ['inside another word', `X${ID}`],
    ['a sentence of words as long as its parts', 'the following there was no light'],
    ['two words with a hyphen', 'we want dedicated-light outside'],
    ['a phone number', '(407) 555-0142'],
  ])('finds none in %s', (_, text) => expect(findTrackingId(text)).toBeNull());
});
