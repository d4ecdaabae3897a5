// `npm start`: builds the website when something it is made of changed, then becomes the server. The server runs in
// this very process, so that a signal sent to it (npm passes on SIGINT and SIGTERM) meets the server and nothing else.
import { buildIfNeeded, needNode24, stopWithNpm } from './lib-run.mjs';

needNode24();
buildIfNeeded();
stopWithNpm();
console.log('[3/4] Starting the server ...');
await import('../server/main.ts');
