// Builds the website and the server for the browser tests when one of their inputs has changed.
import { buildIfNeeded, needNode24 } from './lib-run.mjs';

needNode24();
await buildIfNeeded();
