import { Decrypter, Encrypter } from 'age-encryption';
import { expect, it } from 'vitest';
import { passphraseIdentity, passphraseRecipient } from './passphrase.ts';

const PASSPHRASE = 'nine poles and one lämp';

function encrypter(isOurs: boolean): Encrypter {
  const made = new Encrypter();
  if (isOurs) made.addRecipient(passphraseRecipient(PASSPHRASE));
  else made.setPassphrase(PASSPHRASE);
  return made;
}
function decrypter(isOurs: boolean, passphrase = PASSPHRASE): Decrypter {
  const made = new Decrypter();
  if (isOurs) made.addIdentity(passphraseIdentity(passphrase));
  else made.addPassphrase(passphrase);
  return made;
}

it.each([
  ['ours', 'the package', true, false],
  ['the package', 'ours', false, true],
])('what %s encrypts, %s opens', async (_, __, byOurs, forOurs) => {
  const sealed = await encrypter(byOurs).encrypt('a secret');
  expect(await decrypter(forOurs).decrypt(sealed, 'text')).toBe('a secret');
});

it('another passphrase opens nothing, and neither does a changed header', async () => {
  const sealed = await encrypter(true).encrypt('a secret');
  await expect(decrypter(true, 'another passphrase').decrypt(sealed, 'text')).rejects.toThrow();
  const text = Buffer.from(sealed).toString('latin1');
  const harder = Buffer.from(text.replace(' 18\n', ' 30\n'), 'latin1');
  await expect(decrypter(true).decrypt(harder, 'text')).rejects.toThrow('not that of age with a passphrase');
});

it('the event loop turns while a key is made', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await encrypter(true).encrypt('a secret');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
