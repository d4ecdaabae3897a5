import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { emailText } from '../text.ts';
import { cleanEmail, emailHint } from './email.ts';

const email = emailText('Email is required', 'Please enter a valid email');
const messages = (text: string) => email.safeParse(text).error?.issues.map(({ message }) => message);

describe('what comes along with a copied address is removed', () => {
  it.each([
    ['zero-width characters', 'a\u200bna@exam\u200cp\u200dle.com\ufeff\u2060'],
    ['direction marks', '\u200eana@example.com\u200f\u202a\u2069'],
    ['soft hyphens', 'ana@exam\u00adple.com'],
    ['no-break spaces at the ends', '\u00a0ana@example.com\u202f'],
    ['variation selectors', 'ana\ufe0f@example.com\u{e0100}'],
    ['fillers', 'ana\u3164@example.com\u034f'],
    ['a link', 'mailto:ana@example.com'],
    ['a link with a subject', 'MAILTO:Ana@example.com?subject=Lights%20out'],
    ['an encoded link', 'mailto:ana%40example.com'],
    ['angle brackets', '<ana@example.com>'],
    ['a link in angle brackets', '< mailto:ana@example.com >'],
    ['a name', 'Ana <ana@example.com>'],
    ['a quoted name', '"Volt, Ana" <ana@example.com>'],
    ['a name with hidden characters', '\u202aAna\u202c \u200b<ana@example.com>\u200b'],
    ['an address as the name', 'ana@old.example <ana@example.com>'],
    ['capital letters', 'ANA@Example.COM'],
  ])('%s', (_, text) => expect(email.parse(text)).toBe('ana@example.com'));

  it('nothing of the address itself', () => {
    for (const text of ["o'neil+lights@example.com", 'a_b@x-y.example', 'zo\u00eb@b\u00fccher.example', 'a@b.co']) {
      expect(email.parse(text)).toBe(text);
      expect(email.parse(text.normalize('NFD'))).toBe(text);
    }
  });
});

describe('an address that no mail server takes is refused with a hint', () => {
  it.each([
    ['ana..volt@example.com', 'Remove one of the two dots in a row.'],
    ['ana@example..com', 'Remove one of the two dots in a row.'],
    ['.ana@example.com', 'Remove the dot at the beginning.'],
    ['ana.@example.com', 'Remove the dot before the @.'],
    ['ana@example.com.', 'Remove the dot at the end.'],
    ['ana@example.com,', 'Remove the comma at the end.'],
    ['ana@example.com;', 'Remove the semicolon at the end.'],
    ['bo,ana@example.com', 'Enter only one address.'],
    ['ana@-example.com', 'Remove the hyphen next to a dot, to the @ or at the end.'],
    ['ana@example-.com', 'Remove the hyphen next to a dot, to the @ or at the end.'],
    ['ana@mail.-example.com', 'Remove the hyphen next to a dot, to the @ or at the end.'],
    ['ana@example.com-', 'Remove the hyphen next to a dot, to the @ or at the end.'],
    ['ana>@example.com', 'Remove the “>” before the @.'],
    ['"ana"@example.com', 'Remove the “"” before the @.'],
    ['ana@exam_ple.com', 'Remove the “_” after the @.'],
    ['ana@[127.0.0.1]', 'Remove the “[” after the @.'],
    ['ana@127.0.0.1', 'Check the part after the @.'],
    ['ana@\uff45xample.com', 'Check the part after the @.'],
    [`${'a'.repeat(65)}@example.com`, 'The part before the @ is too long.'],
    [`ana@${'a'.repeat(64)}.com`, 'The part after the @ is too long.'],
    [`ana@${'\u00fc'.repeat(60)}.com`, 'The part after the @ is too long.'],
  ])('%s', (text, hint) => {
    expect(messages(text)).toEqual(['Please enter a valid email']);
    expect(emailHint(text)).toBe(hint);
  });

  it.each(['ana', 'ana@example', 'ana at home', 'ana@a@b.example', 'a na@b.example'])('without a hint: %s', (text) => {
    expect(messages(text)).toEqual(['Please enter a valid email']);
    expect(emailHint(text)).toBeNull();
  });

  it.each(['', ' \u00a0', '\u200b\u200e'])('as missing: %j', (text) =>
    expect(messages(text)?.[0]).toBe('Email is required'),
  );
});

it('the mailer sends to an accepted address as it is', async () => {
  const transport = createTransport({ streamTransport: true });
  for (const text of [
    ...['Ana <ana@example.com>', "o'neil+lights@example.com", '{a}|b$%&*/=?^`~#!@x.example', 'zo\u00eb@example.com'],
    ...[
      'info@b\u00fccher.example',
      'info@stra\u00dfe.example',
      '\u0438@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444',
    ],
    ...[`${'a'.repeat(64)}@${'b'.repeat(63)}.example`, 'ana@1.example', '\u30a2\u30ca@\u4f8b\u3048.example'],
  ]) {
    const to = email.parse(text);
    const { envelope } = await transport.sendMail({ from: 'x@y.example', to: { name: '', address: to }, text: 'x' });
    const [name, domain] = to.split('@');
    const host = new URL(`http://${domain}`).hostname;
    // With a name that is not ASCII, the whole address goes out as it is (SMTPUTF8).
    expect(envelope.to).toEqual([/^[!-~]+$/.test(name ?? '') ? `${name}@${host}` : to]);
  }
});

it('cleaning an address twice changes nothing more', () => {
  for (const text of [
    'Ana <ANA@example.com>',
    'mailto:%3Cana@example.com%3E',
    '\u0130@example.com',
    '<<a@b.example>>',
  ]) {
    expect(cleanEmail(cleanEmail(text))).toBe(cleanEmail(text));
  }
});
