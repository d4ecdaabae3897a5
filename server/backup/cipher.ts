import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupError } from './backup-error.ts';
import { passphraseIdentity, passphraseRecipient } from './passphrase.ts';
import { type Cipher, isMissing, plain, readStored, writeStored } from './stored.ts';

/**
 * The key of an encrypted back-up, encrypted with the passphrase. Each back-up has a key of its own, because a passphrase takes a
 * second to become a key, and a back-up has thousands of files. The program `age` opens both: `age -d -i key.age FILE`.
 */
const KEY = 'key.age';
const KEY_MOST = 64 * 1024;

/** Web streams have one type for browsers and one for Node. */
type WebBytes = globalThis.ReadableStream<Uint8Array>;
const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream as WebBytes;
const fromWeb = (stream: WebBytes) => Readable.fromWeb(stream as ReadableStream);

async function cipherOf(identity: string): Promise<Cipher> {
  const recipient = await identityToRecipient(identity);
  return {
    suffix: '.age',
    async seal(stream) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      return fromWeb(await encrypter.encrypt(toWeb(stream)));
    },
    async open(stream) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      return fromWeb(await decrypter.decrypt(toWeb(stream)));
    },
  };
}

/** How the files of a new back-up are stored: encrypted when there is a passphrase, as they are when there is none. */
export async function newCipher(folder: string, passphrase: string | undefined): Promise<Cipher> {
  if (!passphrase) return plain;
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase));
  await writeStored(path.join(folder, KEY), [Buffer.from(await encrypter.encrypt(`${identity}\n`))], plain);
  return cipherOf(identity);
}

/**
 * How the files of a back-up are stored.
 * @throws BackupError when the passphrase does not open it, or one of the two has no passphrase. A back-up in plain text in the
 * place of an encrypted one may be somebody else's.
 */
export async function openCipher(folder: string, passphrase: string | undefined): Promise<Cipher> {
  const key = await buffer(readStored(path.join(folder, KEY), plain, KEY_MOST)).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (!key && !passphrase) return plain;
  if (!key)
    throw new BackupError(
      'The back-up is not encrypted, but BACKUP_PASSPHRASE is set. Unset it if the back-up is yours.',
    );
  if (!passphrase) throw new BackupError('The back-up is encrypted. Set BACKUP_PASSPHRASE.');
  const decrypter = new Decrypter();
  decrypter.addIdentity(passphraseIdentity(passphrase));
  const identity = await decrypter.decrypt(key, 'text').catch(() => {
    throw new BackupError(
      'BACKUP_PASSPHRASE does not open the back-up: it is another passphrase, or key.age was changed.',
    );
  });
  return cipherOf(identity.trim());
}
