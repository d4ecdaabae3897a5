// `npm start`: builds the website when one of its inputs has changed, then becomes the server. The server runs in this
// process, so that it gets the signals sent to it (npm passes on SIGINT and SIGTERM).
import { buildIfNeeded, needNode24, stopWithNpm } from './lib-run.mjs';

needNode24();
buildIfNeeded();
stopWithNpm();
console.log('[3/4] Starting the server ...');
await import('../server/main.ts');
