import { saltedHash } from '#server/lib/stored/salted-hash.ts';
import { contentMac, type Mac, type Seal, type StoredEntry } from './seal.rules.ts';

/** Begins what is hashed, so that another list of fields could be told from this one. */
const FORMAT = '1';

/** What is left of an entry of which values were erased: the salts of the others, and the leaves of those. */
type Erased = { salts: Record<string, unknown>; leaves: Record<string, unknown>; mac: string };

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of an entry that may be somebody's, each under its path, and how its content is made. */
function valuesOf(entry: StoredEntry) {
  const values = new Map<string, unknown>([
    ['actor_name', entry.actor_name],
    ['ip', entry.ip],
    ['user_agent', entry.user_agent],
  ]);
  const shapes = (['before', 'after'] as const).map((side) => {
    const text = entry[side];
    if (text === null) return 'none';
    const value: unknown = JSON.parse(text);
    if (!isFields(value)) {
      values.set(side, value);
      return 'value';
    }
    for (const [name, one] of Object.entries(value)) values.set(`${side}.${name}`, one);
    return 'fields';
  });
  return { values, shapes };
}

/** A value's salt and its leaf, hexadecimal. An erased value has no salt any more. */
type Leaf = { salt: string | null; leaf: string };

/**
 * The leaf of each value by its path: a hash with a salt of its own, so that a value can be erased, with its salt, and its leaf still
 * proves nothing but that it was there. Null when the salts are not there.
 */
function leavesOf(values: ReadonlyMap<string, unknown>, salt: string | null, erased: Erased | null) {
  const gone = Object.entries(erased?.leaves ?? {});
  const leaves = new Map(gone.map(([path, leaf]): [string, Leaf] => [path, { salt: null, leaf: String(leaf) }]));
  for (const [path, value] of values) {
    const own = salt === null ? erased?.salts[path] : saltedHash(salt, path);
    // A column cannot be left out as a field can: it is empty instead.
    if (leaves.has(path) && value === '') continue;
    if (typeof own !== 'string' || leaves.has(path)) return null;
    leaves.set(path, { salt: own, leaf: saltedHash(own, value) });
  }
  return leaves;
}

/** Null when it is nothing that a process with the key has left. */
function erasedOf(text: string): Erased | null {
  const read: unknown = JSON.parse(text);
  if (!isFields(read)) return null;
  const { salts, leaves, mac } = read;
  return isFields(salts) && isFields(leaves) && typeof mac === 'string' ? { salts, leaves, mac } : null;
}

/** The salts and leaves of an entry's values by their paths, null when it has no salts that fit it; and the shapes of its content. */
export function partsOf(entry: StoredEntry) {
  const { values, shapes } = valuesOf(entry);
  return { leaves: leavesOf(values, entry.salt, entry.erased === null ? null : erasedOf(entry.erased)), shapes };
}

/**
 * The keyed hash over an entry that the process which writes it computes before PostgreSQL has it: over all of it but its number. Null
 * when the entry has no salts that fit it.
 */
export function birthMac(mac: Mac, entry: StoredEntry): Buffer | null {
  const { leaves, shapes } = partsOf(entry);
  if (!leaves) return null;
  const paths = [...leaves.keys()].sort();
  return mac('birth', [
    FORMAT,
    entry.at,
    entry.actor_id,
    entry.actor_role,
    entry.action,
    entry.entity,
    entry.entity_id,
    entry.call_id,
    ...shapes,
    ...paths.flatMap((path) => [path, leaves.get(path)?.leaf ?? null]),
  ]);
}

/** @param salt 16 random bytes @returns what an entry gets from the process that writes it */
export function birthOf(
  mac: Mac,
  entry: Omit<StoredEntry, 'id' | 'salt' | 'birth_mac' | 'erased'>,
  salt: Buffer,
): { salt: Buffer; birth_mac: Buffer | null; erased: null } {
  const unborn = { ...entry, id: '', salt: salt.toString('hex'), birth_mac: null, erased: null };
  return { salt, birth_mac: birthMac(mac, unborn), erased: null };
}

/** Whether an entry is what a process with the key has written. */
export const isAsBorn = (mac: Mac, entry: StoredEntry): boolean =>
  entry.birth_mac !== null && birthMac(mac, entry)?.toString('hex') === entry.birth_mac;

/**
 * Takes the place of the seal's hash over the content once values are erased: a process with the key has seen that the content fitted
 * its seal.
 */
export const erasedMac = (mac: Mac, entry: Pick<StoredEntry, 'id' | 'birth_mac'>, sealed: Buffer): Buffer =>
  mac('erased', [entry.id, entry.birth_mac, sealed.toString('hex')]);

/** Whether an entry's content is what was sealed, or what is left of it after values were erased. */
export function fitsContent(mac: Mac, entry: StoredEntry, { content_mac: sealed }: Pick<Seal, 'content_mac'>): boolean {
  if (entry.erased === null) return contentMac(mac, entry).equals(sealed);
  const proof = erasedOf(entry.erased)?.mac;
  return proof === erasedMac(mac, entry, sealed).toString('hex') && isAsBorn(mac, entry);
}
