import { openPool } from '../db/pool.ts';
import { createJobs } from '../jobs.ts';

/** An instance that only runs jobs, as a process that a test can kill. Prints when a run begins and, unless it hangs, ends. */
const { connection, pace, hang } = JSON.parse(process.env.JOBS ?? '');
const say = (line: string) => process.stdout.write(`${line}\n`);
const log = { warn: () => undefined, error: (_: object, line: string) => say(line) };

const jobs = createJobs(
  openPool(connection, () => undefined),
  log,
  pace,
);
await jobs.start([
  {
    name: 'every-minute',
    cron: '* * * * *',
    run: async () => {
      say('begins');
      if (hang) await new Promise(() => undefined);
      say('ends');
    },
  },
]);
say('started');
