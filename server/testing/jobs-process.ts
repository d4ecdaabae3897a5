import { openBus } from '../bus.ts';
import { openPool } from '../db/pool.ts';
import { createJobs } from '../jobs.ts';

/** An instance that only runs jobs, as a process that a test can kill. Prints when a run begins and, unless it hangs, ends. */
const { connection, pace, hang } = JSON.parse(process.env.JOBS ?? '');
const say = (line: string) => process.stdout.write(`${line}\n`);
const log = { warn: () => undefined, error: (_: object, line: string) => say(line) };
const work = (name: string) => async () => {
  say(`${name} begins`);
  if (hang) await new Promise(() => undefined);
  say(`${name} ends`);
};

const pool = openPool(connection, () => undefined);
const jobs = createJobs({ pool, bus: await openBus(connection, log), log }, pace);
await jobs.start(
  [{ name: 'every-minute', cron: '* * * * *', run: work('schedule') }],
  [{ name: 'asked', run: work('task') }],
);
say('started');
