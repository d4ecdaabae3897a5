import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['contract', 'server', 'web', 'demo', 'tools'].map((room) => `${room}/**/*.test.ts`),
    globalSetup: ['server/testing/postgres.ts'],
    // Starting servers and compiling trees takes seconds on a busy machine; no test asserts on time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
  },
});
