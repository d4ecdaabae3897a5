import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { refuseUnfitBackupDir } from './backup/fit-folder.ts';
import { ConfigError, readConfig } from './config.ts';
import { openStore } from './db/open.ts';
import { openSiteRenderer } from './http/site-renderer.ts';
import { endWithoutDisk, HUNG_MS } from './lib/neighbors/hung-disk.ts';
import { root } from './lib/root.ts';

// Handled here: under npm one Ctrl-C arrives twice (from the terminal and from npm) and must not interrupt the closing.
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first visitors after a start are not to wait for it. */
const SETTLED_MS = 5_000;

/** The resources opened so far, newest last. A start that fails closes them. */
const opened: (() => Promise<void>)[] = [];
let closing: Promise<void> | undefined;
function closeAll(): Promise<void> {
  closing ??= (async () => {
    for (const close of opened.splice(0).reverse()) await close();
  })();
  return closing;
}

/** Starts the product. Every expected failure gives one clear line and an exit code, and never a stack. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  await refuseUnfitBackupDir(config);
  const step = (line: string) => process.stdout.write(`${line}\n`);
  const onStop = (close: () => Promise<void>) => void opened.push(close);
  const website = path.join(root, 'dist');
  const loadProduct = () => import('./product.ts');
  // Both are slow, so they get ready while the database starts. What fails to load is told by the second call.
  const render = openSiteRenderer(website);
  const store = await openStore(config, { step, meanwhile: () => void loadProduct().catch(() => undefined) });
  onStop(() => store.stop());
  const { openProduct } = await loadProduct();
  const product = await openProduct(config, store, { website, render, onStop, step });
  const { log } = product;

  // After the last answer, the sealer, the batches and PostgreSQL's shutdown take seconds.
  const delay = (config.drainSeconds + config.shutdownSeconds) * 1_000 + 20_000;
  const grace = closeWithGrace({ delay, logger: false, skip: [...STOP_SIGNALS] }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an unexpected failure');
    // Also when what is closed waits for the disk. After `delay` nothing could be done any more.
    setTimeout(() => void endWithoutDisk(), delay - 2 * HUNG_MS).unref();
    await closeAll();
    await endWithoutDisk();
  });
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (closing === undefined) log.info({ signal }, 'stopping');
      void grace.close();
    });
  }
  await product.listen();
  setTimeout(returnMemory, SETTLED_MS).unref();
}

/** Gives back the memory that only the start has used. In a process that is never quite idle, V8 keeps it until it is told. */
function returnMemory(): void {
  void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
}

/** Describes a failure in words an operator can act on. */
function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof ConfigError) return message;
  if (code === 'EADDRINUSE')
    return `Port ${process.env.PORT || 5000} is already in use. Stop the other program or set PORT.`;
  if (code === 'EACCES' && /listen/.test(message))
    return `Not allowed to listen on port ${process.env.PORT || 5000}. Set PORT.`;
  return message || String(error);
}

start().catch(async (error: unknown) => {
  process.stderr.write(`Switchboard could not start: ${explain(error)}\n`);
  await closeAll();
  process.exit(1);
});
