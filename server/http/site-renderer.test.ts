import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sampleBusiness } from '../sample-business.ts';
import { openSiteRenderer } from './site-renderer.ts';

it('a renderer that ends without a website is told with its exit code', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-site-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = {
    'ssr/entry-server.js': 'process.exit(3)',
    'web/index.html': '<html></html>',
    'web/.vite/manifest.json': '{}',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const render = openSiteRenderer(folder);
  const context = { business: sampleBusiness, version: 1, origin: 'http://localhost' };
  // The first process was started ahead, the second one at the call.
  for (const _ of [1, 2]) await expect(render(context)).rejects.toThrow('the renderer ended with 3');
});
