import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { LiveChange } from '#contract/live.ts';
import { databaseSettings } from '../testing/databases.ts';
import { aRequest, type Person } from '../testing/factories.ts';
import { type Follower, follow } from '../testing/live.ts';
import { aSignedInUser } from '../testing/people.ts';
import { type RunningApp, startApp } from '../testing/programs/process.ts';
import { type BalancerName, missingProxy, startWebProxy, type WebProxy } from '../testing/programs/web-proxies.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

const TECHNICIANS = 198;
const RECONNECT_MS = 50;

/** An open browser: it connects again whenever its stream ends, from where it was. */
function aBrowser(url: string, token: string) {
  const heard: LiveChange[] = [];
  const first = Promise.withResolvers<void>();
  let current: Follower | undefined;
  let connections = 0;
  let isClosed = false;
  const run = (async () => {
    let lastId: string | undefined;
    while (!isClosed) {
      try {
        current = await follow(url, token, lastId);
      } catch {
        await wait(RECONNECT_MS);
        continue;
      }
      connections += 1;
      first.resolve();
      await current.ended;
      heard.push(...current.changes());
      lastId = current.lastId;
      current = undefined;
    }
  })();
  const all = () => [...heard, ...(current?.changes() ?? [])];
  return {
    opened: first.promise,
    connections: () => connections,
    isOpen: () => current !== undefined,
    /** The requests that it has heard of, in order, each as often as it was told. */
    requests: () => all().flatMap(({ topic, id }) => (topic === 'request' && id !== null ? [id] : [])),
    has: (id: number) => all().some((change) => change.topic === 'user' && change.id === id),
    async close() {
      isClosed = true;
      await current?.leave();
      await run;
    },
  };
}

describe.each<BalancerName>(['haproxy', 'nginx'])('two instances behind %s', (name) => {
  const missing = missingProxy(name);
  // biome-ignore lint/suspicious/noConsole: a test that is skipped says why.
  if (missing) console.warn(`skipped: ${missing}`);

  let test: TestApp;
  let instances: RunningApp[];
  let proxy: WebProxy | undefined;
  let office: Person;
  let people: Person[];
  let browsers: ReturnType<typeof aBrowser>[] = [];
  let marks = 1_000_000;

  beforeAll(async () => {
    if (missing) return;
    test = await testApp();
    const env = {
      ...databaseSettings(test.shared.database),
      DATA_DIR: test.shared.folder,
      RATE_LIMITS: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
    };
    instances = await Promise.all([startApp(env), startApp(env)]);
    const running = await startWebProxy(
      name,
      instances.map(({ url }) => url),
      test.shared.folder,
    );
    proxy = running;
    office = await aSignedInUser(test, 'admin');
    people = [];
    for (let nth = 0; nth < TECHNICIANS; nth += 1) people.push(await aSignedInUser(test, 'technician'));
    people.push(office, await aSignedInUser(test, 'auditor'));
    browsers = people.map(({ token }) => aBrowser(running.url, token ?? ''));
    await Promise.all(browsers.map(({ opened }) => opened));
  });
  afterAll(async () => {
    if (missing) return;
    await Promise.all(browsers.map((browser) => browser.close()));
    await proxy?.stop();
    for (const { process: child } of instances) child.kill('SIGKILL');
    await test.close();
  });

  /** Waits until every browser has heard of a change that concerns them all, and so of all before it. */
  async function allHaveHeard(): Promise<void> {
    marks += 1;
    const roles = ['admin', 'technician', 'auditor'];
    await test.deps.db.insertInto('live_messages').values({ topic: 'user', entity_id: marks, roles }).execute();
    await expect.poll(() => browsers.filter((browser) => !browser.has(marks)).length).toBe(0);
  }
  const assign = (requestId: number, technician: Person) =>
    office.call(api.requests.assign, { params: { id: String(requestId) }, body: { technician_id: technician.id } });
  const person = (nth: number) => people[nth] as Person;

  it.skipIf(missing)('200 browsers: an assignment reaches its technician and the office, and nobody else', async () => {
    const { id } = await aRequest(test);
    await allHaveHeard();
    const before = browsers.map((browser) => browser.requests().length);
    await assign(id, person(7));
    await allHaveHeard();
    const heard = browsers.map((browser, nth) => browser.requests().slice(before[nth]));
    const expected = people.map((_, nth) => (nth === 7 || nth >= TECHNICIANS ? [id] : []));
    expect(heard).toEqual(expected);
  });

  it.skipIf(missing)(
    'a killed instance: its browsers go on with the other one, with nothing lost and nothing twice',
    async () => {
      const requests: { id: number }[] = [];
      for (let nth = 0; nth < 40; nth += 1) requests.push(await aRequest(test));
      await allHaveHeard();
      const before = browsers.map((browser) => browser.requests().length);
      const assignFrom = async (start: number) => {
        for (let nth = start; nth < start + 20; nth += 1) await assign(requests[nth]?.id ?? 0, person(nth));
      };
      // Assignments before, during and after the kill.
      await Promise.all([assignFrom(0), instances[0]?.kill()]);
      await assignFrom(20);
      await allHaveHeard();
      const moved = browsers.filter((browser) => browser.connections() > 1).length;
      expect(moved).toBeGreaterThan(0);
      expect(moved).toBeLessThan(browsers.length);
      const ids = requests.map(({ id }) => id);
      browsers.forEach((browser, nth) => {
        const heard = browser.requests().slice(before[nth]);
        const expected = nth >= TECHNICIANS ? ids : ids.slice(nth, nth + 1);
        expect(heard.sort((one, other) => one - other)).toEqual(expected);
      });
      expect(browsers.every((browser) => browser.isOpen())).toBe(true);
    },
  );
});
