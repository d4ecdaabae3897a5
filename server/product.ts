import { paths } from '#contract/words/paths.ts';
import { mountApi } from './app.ts';
import type { Config } from './config.ts';
import type { MigratedStore } from './db/open.ts';
import { createDeps } from './deps.ts';
import { startSealer } from './features/audit/seal/seal.service.ts';
import { prepareFirstAdmin } from './features/auth/auth.service.ts';
import { warnOfFolder } from './features/backups/backups.folder.service.ts';
import { warnOfMissingFiles } from './features/files/files.integrity.service.ts';
import { sweepUnfinished } from './features/files/files.sweep.service.ts';
import { startMailer } from './features/mail/mail.send.service.ts';
import { mountMetrics } from './http/metrics.ts';
import { mountPages } from './http/pages.ts';
import { createServer } from './http/server.ts';
import type { SiteRenderer } from './http/site-renderer.ts';
import { announcerOf } from './reactions.ts';
import { retiredSchedules, schedulesOf, tasksOf } from './schedules.ts';

const MINUTE = 60_000;

export type Product = {
  log: Awaited<ReturnType<typeof createServer>>['log'];
  /** Accepts calls from now on, and starts the jobs. */
  listen(): Promise<void>;
};

/**
 * Opens the product on its database: the API, the website and everything that works without being asked.
 * @param options.website the folder of the built website
 * @param options.onStop is called for each resource with the function that closes it, in the order in which they open
 * @param options.step prints a line for the operator
 */
export async function openProduct(
  config: Config,
  store: MigratedStore,
  options: {
    website: string;
    render: SiteRenderer;
    onStop: (close: () => Promise<void>) => void;
    step: (line: string) => void;
  },
): Promise<Product> {
  const { website, render, onStop, step } = options;
  const app = await createServer(config);
  const { log } = app;
  const { connection, created } = store;
  const deps = await createDeps({ config, connection, created, log, announcer: announcerOf });
  onStop(() => deps.close());
  mountApi(app, deps);
  await mountMetrics(app, deps);
  await mountPages(app, deps, { folder: website, render });
  const setupToken = await prepareFirstAdmin(deps);

  await warnOfMissingFiles(deps);
  // A disk that does not answer must not hold up the start.
  void warnOfFolder(deps);
  // With the embedded database no other app uses this folder, so a crash has left any unfinished uploads. With another one, an instance
  // may have the folder alone, and the hourly job runs elsewhere.
  if (config.databaseUrl) await sweepUnfinished(deps);
  else await deps.files.removeUnfinished(deps.now());
  onStop(() => deps.jobs.stop());
  // When the listening connection hangs without breaking, a change arrives at most a minute late.
  const reread = () =>
    deps.settings.refresh().catch((error: unknown) => log.warn({ err: error }, 'the settings could not be read again'));
  setInterval(reread, MINUTE).unref();
  const sealer = startSealer(deps);
  onStop(() => sealer.stop());
  const mailer = await startMailer(deps);
  onStop(() => mailer.stop());
  onStop(() => app.close());

  return {
    log,
    async listen() {
      await app.listen({ port: config.port, host: config.host });
      if (setupToken) step(`\nSet up the first admin: ${config.publicUrl}${paths.setup}#token=${setupToken}\n`);
      step(`Switchboard is ready on ${config.publicUrl}`);
      // Started last, so that the app answers sooner.
      await deps.jobs.start(schedulesOf(deps), tasksOf(deps), retiredSchedules);
    },
  };
}
