import { beforeEach, describe, expect, it } from 'vitest';
import { mailContents } from '#contract/mail-content.ts';
import { mailKinds } from '#contract/words/mail.ts';
import { readStoredJson } from '#server/lib/stored/stored-json.ts';
import { releasedRows } from '#server/testing/released-rows.ts';
import { createSilentDomains, greetingName, nextTry, oneLine, sampleMails } from './mail.rules.ts';

const begun = new Date('2026-11-23T15:00:00Z');
const MINUTE = 60_000;
const since = (ms: number) => new Date(begun.getTime() + ms);

describe('nextTry', () => {
  it('waits longer after each try, up to an hour', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 400].map((tries) => {
      const next = nextTry({ tries, waiting_since: begun }, begun, false);
      return next && (next.getTime() - begun.getTime()) / MINUTE;
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('asks a server that is away at least every five minutes', () => {
    expect(nextTry({ tries: 9, waiting_since: begun }, begun, true)).toEqual(since(5 * MINUTE));
  });

  it('gives a mail up after three days', () => {
    const days = 3 * 24 * 60 * MINUTE;
    expect(nextTry({ tries: 9, waiting_since: begun }, since(days - 1), false)).not.toBeNull();
    expect(nextTry({ tries: 9, waiting_since: begun }, since(days), false)).toBeNull();
  });
});

describe('A domain at which the server falls silent', () => {
  let minutes = 0;
  const domains = () => createSilentDomains(() => since(minutes * MINUTE));
  beforeEach(() => {
    minutes = 0;
  });

  it('is not to blame for one recipient', () => {
    const silent = domains();
    for (let n = 0; n < 5; n += 1) silent.note('a@slow.example', true);
    expect(silent.waiting()).toEqual([]);
  });

  it('waits a minute after the second recipient, then longer, up to ten minutes', () => {
    const silent = domains();
    const waits: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      silent.note(`a${n}@Slow.example`, true);
      const begin = minutes;
      while (silent.waiting().includes('slow.example')) minutes += 1;
      waits.push(minutes - begin);
    }
    expect(waits).toEqual([0, 1, 2, 4, 8, 10, 10, 10, 10]);
  });

  it('begins from the start after an answer, and holds up no other domain', () => {
    const silent = domains();
    silent.note('a@slow.example', true);
    silent.note('b@slow.example', true);
    silent.note('a@fast.example', true);
    expect(silent.waiting()).toEqual(['slow.example']);
    silent.note('c@slow.example', false);
    silent.note('d@slow.example', true);
    expect(silent.waiting()).toEqual([]);
  });

  it('is forgotten when a thousand others were silent after it', () => {
    const silent = domains();
    silent.note('a@slow.example', true);
    for (let n = 0; n < 1_000; n += 1) silent.note(`a@n${n}.example`, true);
    silent.note('b@slow.example', true);
    expect(silent.waiting()).toEqual([]);
  });
});

describe('oneLine', () => {
  it.each([
    ['Dark\r\nBcc: victim@example.com', 'Dark Bcc: victim@example.com'],
    ['a\u0000b\u0085c\u2028d\u2029e', 'a b c d e'],
    ['right\u202eto left', 'right to left'],
    ['=?utf-8?Q?x=0D=0ABcc:_y?=', '= ?utf-8?Q?x=0D=0ABcc:_y?='],
    ['  spaces   inside ', 'spaces inside'],
    ['Zoë 照明 💡', 'Zoë 照明 💡'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['👩\u200d🔧', '👩\u200d🔧'],
    ['co\u00adop', 'co\u00adop'],
  ])('turns %j into %j', (text, line) => expect(oneLine(text)).toBe(line));

  it('cuts a long text between symbols', () => {
    expect(oneLine('💡'.repeat(9), 4)).toBe('💡💡💡…');
  });
});

describe('greetingName', () => {
  it.each([
    'Dana Whitfield',
    'Zoë O’Neil',
    "D'Arcy",
    '李小龍',
    'علی\u200cرضا',
    'x'.repeat(40),
    'Dr. Ann-Marie St. James',
    'José María',
  ])('keeps %s', (name) => expect(greetingName(name)).toBe(name));

  it.each([
    'https://evil.example',
    'www.evil.example',
    'evil.example wins you a prize',
    'Write to me@evil.example',
    'Call 4075550100 now',
    '<b>Dana</b>',
    'x'.repeat(41),
    'You won $1000: claim it',
    'Won 1000 dollars!',
    'Ann "Annie" Lee',
    'evil.example',
    'Paul & Sons',
    'evil.\u200dcom',
    'w\u00adww.evil',
  ])('drops %s', (name) => expect(greetingName(name)).toBe(''));
});

describe('sampleMails', () => {
  it('has one mail of every kind, which fits its schema', () => {
    const samples = sampleMails(begun);
    expect(samples.map(({ kind }) => kind)).toEqual([...mailKinds]);
    for (const { kind, ...content } of samples) expect(mailContents[kind].parse(content)).toEqual(content);
  });
});

it.each(Object.entries(releasedRows['mail_outbox.content']))(
  'reads a %s that the last release stored',
  (kind, stored) => {
    const { value } = readStoredJson({ schema: mailContents[kind as keyof typeof mailContents] }, stored);
    // A value that the last release didn't store yet has its default.
    expect({ ...value, ...stored }).toMatchObject(value);
  },
);
