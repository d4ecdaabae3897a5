import { sql } from 'kysely';

/** A pseudo-random number below `below`, always the same for a row, so that every run fills in the same data. */
export const odd = (salt: number, below: number) =>
  sql`((hashint4(i * 31 + ${sql.lit(salt)}) & 2147483647) % ${sql.lit(below)})`;
export const oneOf = (salt: number, words: readonly string[]) =>
  sql`(${sql.raw(`array['${words.join("','")}']`)})[1 + ${odd(salt, words.length)}]`;

export const problems = [
  'Lights out',
  'Flickering lights',
  'Ballast humming',
  'Breaker trips',
  'Fixture hanging loose',
];
export const places = [
  'parking lot',
  'loading dock',
  'stairwell',
  'main hallway',
  'kitchen',
  'pylon sign',
  'warehouse aisle',
];
export const details = [
  'since the storm',
  'again',
  'after hours',
  'near the north entrance',
  'on the second floor',
  'urgently',
];
/** Few of them have many requests, and the last one hardly any. One customer in fifty has no town. */
const towns = [
  'Orlando',
  'Sanford',
  'Winter Park',
  'Lake Mary',
  'St. Cloud',
  'Oviedo',
  'DeLand',
  'Apopka',
  'Kissimmee',
];
const RARE_TOWN = 'Zellwood';
export const someTown = sql`case when i % 997 = 0 then ${sql.lit(RARE_TOWN)}
  else (${sql.raw(`array['${towns.join("','")}']`)})[1 + least(${odd(21, towns.length)}, ${odd(22, towns.length)})] end`;
export const first = [
  'Dana',
  'Luis',
  'Priya',
  'Marcus',
  'Ana',
  'Tomas',
  'Grace',
  'Yusuf',
  'Ingrid',
  'Owen',
  'Keiko',
  'Rosa',
];
export const last = [
  'Whitfield',
  'Ortiz',
  'Okafor',
  'Lindqvist',
  'Nguyen',
  'Haddad',
  'Brandt',
  'Silva',
  'Kaur',
  'Moreau',
];
