// Builds the website for the browser tests when one of its inputs has changed.
import { buildIfNeeded, needNode24 } from './lib-run.mjs';

needNode24();
buildIfNeeded();
