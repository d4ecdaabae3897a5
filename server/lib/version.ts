import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.ts';

/** The version of the product that runs. */
export const readVersion = (): string =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
