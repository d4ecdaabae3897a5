import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hmacOf } from '#server/lib/tokens.ts';
import { birthMac, isAsBorn } from './birth.rules.ts';
import type { StoredEntry } from './seal.rules.ts';

const mac = hmacOf(randomBytes(32));
const unborn: StoredEntry = {
  id: '7',
  at: '1772452800.000000',
  actor_id: '3',
  actor_name: 'Olive',
  actor_role: 'admin',
  action: 'requests.update',
  entity: 'request',
  entity_id: '12',
  before: '{"title": "Dark lot"}',
  after: '{"title": "Dark sign", "customer": {"name": "Cora", "phone": null}}',
  ip: '203.0.113.9',
  user_agent: 'a browser',
  call_id: 'c1',
  salt: '0b'.repeat(16),
  birth_mac: null,
  erased: null,
};
const bornAs = (entry: StoredEntry): StoredEntry => ({
  ...entry,
  birth_mac: birthMac(mac, entry)?.toString('hex') ?? null,
});
const entry = bornAs(unborn);

describe('an entry', () => {
  it('is as it was born under any number, and not with another key', () => {
    expect(isAsBorn(mac, { ...entry, id: '8' })).toBe(true);
    expect(isAsBorn(hmacOf(randomBytes(32)), entry)).toBe(false);
    expect(isAsBorn(mac, unborn)).toBe(false);
  });

  const others: Partial<StoredEntry>[] = [
    { at: '1772452800.000001' },
    { actor_id: '4' },
    { actor_id: null },
    { actor_name: 'Oliver' },
    { actor_role: 'auditor' },
    { action: 'requests.assign' },
    { entity: 'user' },
    { entity_id: '13' },
    { before: null },
    { before: '{}' },
    { before: '{"title": "Dark Lot"}' },
    { before: '{"title": "Dark lot", "status": "pending"}' },
    { before: '["title", "Dark lot"]' },
    { after: unborn.before, before: unborn.after },
    { after: '{"title": "Dark sign", "customer": {"name": "Cora", "phone": ""}}' },
    { ip: '203.0.113.1' },
    { user_agent: '' },
    { call_id: null },
    { salt: '0c'.repeat(16) },
    { salt: null },
  ];
  it.each(others)('with %j is not', (other) => {
    expect(isAsBorn(mac, { ...entry, ...other })).toBe(false);
  });

  it('without content is not one with an empty content', () => {
    const without = bornAs({ ...unborn, before: null });
    expect(isAsBorn(mac, without)).toBe(true);
    expect(isAsBorn(mac, { ...without, before: '{}' })).toBe(false);
  });

  it('is the same however PostgreSQL orders its keys and writes its numbers', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (after) => {
        const born = bornAs({ ...unborn, after: JSON.stringify(after) });
        const reordered = Object.fromEntries(Object.entries(after).reverse());
        expect(isAsBorn(mac, { ...born, after: JSON.stringify(reordered, null, 1) })).toBe(true);
      }),
    );
    const born = bornAs({ ...unborn, after: '{"n": 1e21, "m": 1.50}' });
    expect(isAsBorn(mac, { ...born, after: '{"m": 1.5, "n": 1000000000000000000000}' })).toBe(true);
  });
});
