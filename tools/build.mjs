// Builds the website when something it is made of changed: what the browser tests run against.
import { buildIfNeeded, needNode24 } from './lib-run.mjs';

needNode24();
buildIfNeeded();
