import { afterEach, expect, it, vi } from 'vitest';
import { newUuid } from './uuid.ts';

afterEach(() => vi.unstubAllGlobals());

it('makes version 4 UUIDs, also without crypto.randomUUID', () => {
  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(newUuid()).toMatch(pattern);
  const real = crypto;
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes) });
  const made = new Set(Array.from({ length: 200 }, newUuid));
  expect(made.size).toBe(200);
  for (const uuid of made) expect(uuid).toMatch(pattern);
});
