import { expect, it } from 'vitest';
import { escapeHtml } from './html.ts';

it('writes a text so that it opens no element and ends no attribute', () => {
  expect(escapeHtml('<b title="x">R&D</b>')).toBe('&lt;b title=&quot;x&quot;&gt;R&amp;D&lt;/b&gt;');
});
