import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { paths } from '#contract/words/paths.ts';
import { mountApi } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { openStore } from './db/open.ts';
import { createDeps } from './deps.ts';
import { startSealer } from './features/audit/audit.seal.service.ts';
import { prepareFirstAdmin } from './features/auth/auth.service.ts';
import { warnOfMissingFiles } from './features/files/files.integrity.service.ts';
import { mountPages } from './http/pages.ts';
import { createServer } from './http/server.ts';
import { announcerOf } from './reactions.ts';
import { schedulesOf, tasksOf } from './schedules.ts';

const MINUTE = 60_000;
// Handled here: under npm one Ctrl-C arrives twice (from the terminal and from npm) and must not interrupt the closing.
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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
  const app = await createServer(config);
  const log = app.log;
  const step = (line: string) => process.stdout.write(`${line}\n`);

  const store = await openStore(config, step);
  opened.push(() => store.stop());
  const deps = await createDeps({
    config,
    connection: store.connection,
    created: store.created,
    log,
    announcer: announcerOf,
  });
  opened.push(() => deps.close());
  mountApi(app, deps);
  await mountPages(app, deps, { folder: path.join(import.meta.dirname, '..', 'dist') });
  const setupToken = await prepareFirstAdmin(deps);

  await warnOfMissingFiles(deps);
  // With the embedded database no other app uses this folder, so a crash has left any unfinished uploads.
  if (!config.databaseUrl) await deps.files.removeUnfinished(deps.now());
  opened.push(() => deps.jobs.stop());
  // When the listening connection hangs without breaking, a change arrives at most a minute late.
  const reread = () =>
    deps.settings.refresh().catch((error: unknown) => log.warn({ err: error }, 'the settings could not be read again'));
  setInterval(reread, MINUTE).unref();
  const sealer = startSealer(deps);
  opened.push(() => sealer.stop());
  opened.push(() => app.close());

  // After the last answer, the sealer, the batches and PostgreSQL's shutdown take seconds.
  const delay = config.shutdownSeconds * 1_000 + 20_000;
  const grace = closeWithGrace({ delay, logger: false, skip: [...STOP_SIGNALS] }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an unexpected failure');
    await closeAll();
  });
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (closing === undefined) log.info({ signal }, 'stopping');
      void grace.close();
    });
  }
  await app.listen({ port: config.port, host: config.host });

  if (setupToken) step(`Set up the first admin: ${config.publicUrl}${paths.setup}#token=${setupToken}`);
  step(`Switchboard is ready on ${config.publicUrl}`);
  // Started last, so that the app answers sooner.
  await deps.jobs.start(schedulesOf(deps), tasksOf(deps));
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
