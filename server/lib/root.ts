import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** The folder of the project. The nearest package.json tells it, because the bundle of the server runs from `dist/server`. */
export const root = path.dirname(findPackageJSON(import.meta.url) ?? '.');
