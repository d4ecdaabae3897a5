import { expect, it } from 'vitest';
import { storageProblems } from './storage.ts';

it.each([
  "localStorage.setItem('x', '1')",
  "sessionStorage['x']",
  "indexedDB.open('x')",
  "import { get } from 'idb-keyval';",
  "const load = () => import('idb-keyval');",
])('finds what no register knows: %s', (code) => {
  expect(storageProblems('web/features/contact/send/useContactForm.ts', code)).toHaveLength(1);
});

it('lets the register and tests use the storage', () => {
  const code = "localStorage.setItem('x', '1')";
  for (const file of ['web/lib/stored/text.ts', 'web/lib/stored/stored.test.ts', 'e2e/support/outbox.ts']) {
    expect(storageProblems(file, code)).toEqual([]);
  }
});
