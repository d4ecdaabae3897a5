import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { type Identity, type Recipient, Stanza } from 'age-encryption';

/*
 * The passphrase of age's format (age-encryption.org/v1, section scrypt). The package computes its key in JavaScript, which would hold
 * up every call for a second; Node does it in its thread pool. The files are the same, and `age` opens them.
 */
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

const LABEL = 'age-encryption.org/v1/scrypt';
/** What the package and the program `age` use: a second of work. */
const WORK = 18;
const MOST_WORK = 20;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const FILE_KEY_BYTES = 16;
const ALGORITHM = 'chacha20-poly1305';
/** Each key encrypts one thing only. */
const NONCE = Buffer.alloc(12);

const keyOf = (passphrase: string, salt: Buffer, work: number): Promise<Buffer> =>
  derive(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), 32, {
    N: 2 ** work,
    r: 8,
    p: 1,
    maxmem: 2 ** (work + 11),
  });

/** Encrypts the key of a file with a passphrase. */
export const passphraseRecipient = (passphrase: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(SALT_BYTES);
    const cipher = createCipheriv(ALGORITHM, await keyOf(passphrase, salt, WORK), NONCE, { authTagLength: TAG_BYTES });
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
    return [new Stanza(['scrypt', salt.toString('base64').replaceAll('=', ''), String(WORK)], body)];
  },
});

/** Decrypts the key of a file with a passphrase; null when it is another one. */
export const passphraseIdentity = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const [stanza, ...others] = stanzas;
    const [type, saltText = '', work = ''] = stanza?.args ?? [];
    if (!stanza || type !== 'scrypt') return null;
    const salt = Buffer.from(saltText, 'base64');
    const isValid = salt.length === SALT_BYTES && /^[1-9]\d?$/.test(work) && Number(work) <= MOST_WORK;
    if (others.length || !isValid || stanza.body.length !== FILE_KEY_BYTES + TAG_BYTES) {
      throw new Error('the header of the file is not that of age with a passphrase');
    }
    const decipher = createDecipheriv(ALGORITHM, await keyOf(passphrase, salt, Number(work)), NONCE, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(stanza.body.subarray(FILE_KEY_BYTES));
    try {
      return Buffer.concat([decipher.update(stanza.body.subarray(0, FILE_KEY_BYTES)), decipher.final()]);
    } catch {
      return null;
    }
  },
});
