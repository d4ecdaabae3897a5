import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('removes what an older version kept of open forms, and nothing else', async () => {
  const stored = new Map([
    ['kept_entries', '{"userId":1,"forms":{"notes 7":{"fields":{"notes":"Call Dana back"}}}}'],
    ['kept_texts', '{"userId":1,"forms":{}}'],
  ]);
  vi.stubGlobal('sessionStorage', { removeItem: (key: string) => stored.delete(key) });
  await import('./old-entries.ts');
  expect([...stored.keys()]).toEqual(['kept_texts']);
});

it('lets a page start in a browser that blocks its storage', async () => {
  vi.stubGlobal('sessionStorage', {
    removeItem: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  await expect(import('./old-entries.ts')).resolves.toBeDefined();
});
