import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { anEvent, manyEvents } from '#server/testing/audit.ts';
import { aClock } from '#server/testing/clock.ts';
import { testApp } from '#server/testing/test-app.ts';
import { verifyTrail } from '../verify/verify.service.ts';
import { lossWatch } from './losses.service.ts';
import { guardWatch, sealEntries } from './seal.service.ts';

const WEEK = 7 * 24 * 60;
/** The weeks in which the earlier release runs: before the upgrade, and when somebody goes back to it for a while. */
const EARLIER = [1, 2, 3, 20, 21, 22];
const INSTANCES = [10, 30];

it('A year of honest use, with an upgrade, a way back, restarts and a second instance, reports nothing', async () => {
  const clock = aClock('2026-01-05T08:00:00Z');
  const test = await testApp({ now: clock.now });
  onTestFinished(() => test.close());
  const { path } = test.deps.checkpoints;
  const error = vi.fn();
  const deps = { ...test.deps, log: { ...test.deps.log, error, warn: error } };
  const lookAtGuards = guardWatch(deps);
  const lookForLost = lossWatch(deps);
  const linesOf = async () => (await readFile(path, 'utf8').catch(() => '')).split('\n').slice(0, -1);

  /** The earlier release writes entries without births, and checkpoints that say nothing of them. */
  async function earlierRelease() {
    const known = (await linesOf()).length;
    await sql`insert into audit_events (at, actor_name, action, entity, ip, user_agent)
      values (${clock.now()}, 'Visitor', 'auth.login_failed', 'session', '203.0.113.7', 'a test')`.execute(
      test.deps.db,
    );
    await sealEntries(test.deps, { last: true });
    const lines = await linesOf();
    const asWritten = lines.slice(known).map((line) => {
      const { born_from: _, birth_mac: __, ...earlier } = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify(earlier);
    });
    await writeFile(path, [...lines.slice(0, known), ...asWritten].map((line) => `${line}\n`).join(''));
  }

  for (let week = 1; week <= 52; week += 1) {
    clock.forward(WEEK);
    if (EARLIER.includes(week)) await earlierRelease();
    else {
      await anEvent(test, {
        entity_id: week,
        after: { name: 'Zoë', total: 1e21, share: 0.1, none: null, list: [{ b: 1, a: 2 }] },
      });
      if (week % 8 === 0) await manyEvents(test, 20);
      if (INSTANCES.includes(week)) {
        const second = await testApp({ now: clock.now }, {}, { join: test });
        await anEvent(second);
        await sealEntries(second.deps);
        await second.close();
      }
      await sealEntries(deps, { last: week % 4 === 0 });
      clock.forward(1);
      await sealEntries(deps);
      await lookForLost();
    }
    await lookAtGuards();
    expect((await verifyTrail(deps)).broken).toBeNull();
  }
  expect(error.mock.calls).toEqual([]);
  expect((await verifyTrail(deps)).sealed).toBe(52 + 2 + 20 * 6);
});
