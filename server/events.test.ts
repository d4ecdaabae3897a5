import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainEvent } from '#contract/events.ts';
import { announce, createAnnouncer, on, onEvery } from './events.ts';
import { aSignedInUser } from './testing/people.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const visitor = { kind: 'visitor', ip: '203.0.113.7', userAgent: 'a test' } as const;
const refused: DomainEvent = { type: 'session.refused', email: 'a@example.com', flood: null };

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const entries = async () => (await test.deps.db.selectFrom('audit_events').select('id').execute()).length;

describe('an event', () => {
  it('starts its own reactions and those to every event in the order of the list, and waits for all of them', async () => {
    const seen: string[] = [];
    const announcer = createAnnouncer(test.deps, [
      on('session.refused', async (_, { email }) => {
        seen.push(`first: ${email}`);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push('first ends');
      }),
      on('session.closed', async () => void seen.push('another event')),
      onEvery(async ({ actor }, { type }) => void seen.push(`every: ${type} from ${actor.ip}`)),
      on('session.refused', async () => void seen.push('last')),
    ]);
    await test.deps.transaction((tx) => announcer(tx, visitor, refused));
    expect(seen).toEqual(['first: a@example.com', 'every: session.refused from 203.0.113.7', 'last', 'first ends']);
  });

  it('has only the fields of its schema', async () => {
    const events: DomainEvent[] = [];
    const announcer = createAnnouncer(test.deps, [onEvery(async (_, event) => void events.push(event))]);
    const person = await aSignedInUser(test, 'technician');
    const row = await test.deps.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    await test.deps.transaction((tx) => announcer(tx, visitor, { type: 'user.created', user: row, is_invited: false }));
    expect(JSON.stringify(events)).toContain(person.email);
    expect(JSON.stringify(events)).not.toContain('$argon2');
  });

  it('with a failed reaction undoes the change and the writes of other reactions', async () => {
    const before = await entries();
    let hasEnded = false;
    const failing = createAnnouncer(test.deps, [
      on('session.refused', async () => {
        throw new Error('no room');
      }),
      on('session.refused', async ({ tx }) => {
        await announce(tx, visitor, { type: 'session.closed', user_id: 1 });
        await announce(tx, visitor, { type: 'session.closed', user_id: 2 });
        hasEnded = true;
      }),
    ]);
    await expect(test.deps.transaction((tx) => failing(tx, visitor, refused))).rejects.toThrow('no room');
    expect(hasEnded).toBe(true);
    expect(await entries()).toBe(before);
  });

  it('is refused outside a transaction, where a failed reaction could not undo the change', async () => {
    const before = await entries();
    await expect(test.deps.autocommit((tx) => announce(tx, visitor, refused))).rejects.toThrow('in a transaction');
    expect(await entries()).toBe(before);
  });
});
