import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { api } from '#contract/api.ts';
import { openDatabase } from '#server/db/pool.ts';
import { sealEntries } from '#server/features/audit/seal/seal.service.ts';
import { anEvent } from '#server/testing/audit.ts';
import { aClock } from '#server/testing/clock.ts';
import { aProxy } from '#server/testing/proxy.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const statusOfReady = async (of: TestApp) => (await of.caller().attempt(api.system.ready)).status;

describe('/api/ready', () => {
  it('is 503 while the network to the database drops all packets, and 200 when it works again', async () => {
    const proxy = await aProxy({ ...inject('postgres'), database: test.shared.database });
    const db = openDatabase({ ...proxy.connection, statement_timeout: 1_000 }, () => undefined);
    const far = await testApp({ db }, {}, { join: test });
    expect(await statusOfReady(far)).toBe(200);
    proxy.silence('all');
    expect(await statusOfReady(far)).toBe(503);
    proxy.speak();
    await expect.poll(() => statusOfReady(far)).toBe(200);
    await far.close();
    await proxy.close();
  });

  it('is 200 and degraded while an entry of the audit trail has waited for its seal for more than a minute', async () => {
    const clock = aClock('2026-03-02T12:00:00Z');
    const unsealed = await testApp({ now: clock.now });
    const answer = () => unsealed.caller().call(api.system.ready, {});
    await anEvent(unsealed);
    expect(await answer()).toEqual({ status: 'ready' });
    clock.forward(2);
    expect(await answer()).toEqual({ status: 'degraded' });
    await sealEntries(unsealed.deps);
    expect(await answer()).toEqual({ status: 'ready' });
    await unsealed.close();
  });
});
