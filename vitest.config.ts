import { defineConfig } from 'vitest/config';

/** Tests that need nothing but the processor and the disk: `npm run check` runs them. */
const unit = [
  ...['contract', 'web', 'demo', 'tools', 'server/lib'].map((room) => `${room}/**/*.test.ts`),
  'server/**/*.rules.test.ts',
  'server/config.test.ts',
  'server/guarantees/{messages,texts}.test.ts',
];
/** Tests of the built website: `npm run build` comes first. */
const built = ['web/app/size.test.ts'];
/** Programs that are tested with a database. */
const withDatabase = ['demo/seed.test.ts', 'tools/{files,reports}-verify.test.ts'];

const shared = {
  // Limits that only a hang reaches: a machine that others use as well may take several times as long.
  testTimeout: 300_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
};

export default defineConfig({
  test: {
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    // A broken tree ends early.
    bail: 20,
    projects: [
      { test: { ...shared, name: 'unit', isolate: false, include: unit, exclude: [...built, ...withDatabase] } },
      { test: { ...shared, name: 'build', include: built } },
      {
        test: {
          ...shared,
          name: 'database',
          include: ['server/**/*.test.ts', ...withDatabase],
          exclude: unit.filter((pattern) => pattern.startsWith('server/')),
          globalSetup: ['server/testing/postgres.ts'],
          setupFiles: ['server/testing/set-up.ts'],
        },
      },
    ],
  },
});
