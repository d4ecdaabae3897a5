import { defineConfig } from 'vitest/config';

/** Tests that need nothing but the processor and the disk: `npm run check` runs them. */
const unit = [
  ...['contract', 'web', 'demo', 'tools', 'server/lib'].map((room) => `${room}/**/*.test.ts`),
  'server/**/*.rules.test.ts',
  'server/config.test.ts',
  'server/guarantees/{messages,texts}.test.ts',
];
/** Tests of what is built: `npm run build` comes first. */
const built = ['web/app/size.test.ts', 'tools/pack.test.ts'];
/** Programs that are tested with a database. */
const demo = ['demo/seed.test.ts', 'demo/trail.test.ts'];
const programs = ['tools/{files,reports}-verify.test.ts', 'tools/backup.test.ts'];

const shared = {
  // Limits that only a hang reaches: a machine that others use as well may take several times as long.
  testTimeout: 300_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
};

const database = {
  ...shared,
  globalSetup: ['server/testing/postgres.ts'],
  setupFiles: ['server/testing/set-up.ts'],
};

export default defineConfig({
  test: {
    // Two cores, and a worker for them while another one waits for a lapse of time.
    maxWorkers: 3,
    // A broken tree ends early.
    bail: 20,
    projects: [
      { test: { ...shared, name: 'unit', isolate: false, include: unit, exclude: [...built, ...demo, ...programs] } },
      { test: { ...shared, name: 'build', include: built } },
      {
        test: {
          ...database,
          name: 'database',
          // Each file has a database of its own, and the server's modules keep nothing: to load them once saves a fifth of the run.
          isolate: false,
          include: ['server/**/*.test.ts', ...programs],
          exclude: unit.filter((pattern) => pattern.startsWith('server/')),
        },
      },
      // Draws SVG pictures, which a process that has loaded the server's pictures refuses.
      { test: { ...database, name: 'demo', include: demo } },
    ],
  },
});
