import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { deskTime } from '../lib/dates.ts';
import { aClock } from '../testing/clock.ts';
import { anAssignedRequest, aRequest, type Person } from '../testing/factories.ts';
import { waitingForLocks } from '../testing/locks.ts';
import { aSignedInUser } from '../testing/people.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

const clock = aClock('2026-03-02T15:00:00Z');
let test: TestApp;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
});
afterAll(() => test.close());

const idOf = (row: { id: number }) => ({ id: String(row.id) });
const statuses = ['pending', 'assigned', 'in_progress', 'cancelled'] as const;
type Status = (typeof statuses)[number];

/** Three ways to edit a request. Each leaves a mark that identifies it. */
const edits = ['update', 'assign', 'changeStatus'] as const;
type Kind = (typeof edits)[number];
const what: Record<Kind, string> = { update: 'the title', assign: 'the assignment', changeStatus: 'the status' };
/** Both edits of a turn set one field, each to a value that it does not have. */
const bodyOf = (kind: Kind, mark: string, side: number, technician: Person | undefined, now: Status) =>
  ({
    update: { title: mark },
    assign: { technician_id: technician?.id, notes: mark },
    changeStatus: { status: statuses.filter((status) => status !== now)[side], notes: mark },
  })[kind];

const eventsOf = (id: number) =>
  test.deps.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('entity', '=', 'request')
    .where('entity_id', '=', String(id))
    .where('action', '!=', 'requests.create')
    .orderBy('id')
    .execute();
type Event = Awaited<ReturnType<typeof eventsOf>>[number] & { after: Record<string, unknown> };

describe('Two admins who edit one field of a request with the version they saw', () => {
  it('lose no accepted change in 500 turns, and each refusal names who changed what and when', async () => {
    const ada = await aSignedInUser(test, 'admin', 'Ada Admin');
    const ben = await aSignedInUser(test, 'admin', 'Ben Boss');
    const technicians = await Promise.all(Array.from({ length: 4 }, () => aSignedInUser(test, 'technician')));
    const wins = { ada: 0, ben: 0 };
    for (let nth = 0; nth < 10; nth += 1) {
      const request = await aRequest(test);
      const accepted: { kind: Kind; mark: string; by: number }[] = [];
      let version = 1;
      let now: Status = 'pending';
      for (let turn = 0; turn < 50; turn += 1) {
        clock.forward(1);
        const sides = [ada, ben].map((admin, side) => {
          const kind = edits[turn % edits.length] ?? 'update';
          const mark = `turn ${turn} of ${admin.name}`;
          return {
            admin,
            kind,
            mark,
            body: { ...bodyOf(kind, mark, side, technicians[(2 * turn + side) % 4], now), version },
          };
        });
        if (turn % 2) sides.reverse();
        const answers = await Promise.all(
          sides.map(async (side) => ({
            ...side,
            answer: await side.admin.attempt(api.requests[side.kind], { params: idOf(request), body: side.body }),
          })),
        );
        const winner = answers.find(({ answer }) => answer.status === 200);
        const loser = answers.find(({ answer }) => answer.status === 409);
        if (!winner || !loser) throw new Error(answers.map(({ answer }) => answer.text).join('\n'));
        expect(loser.answer.body.error).toBe('conflict');
        const when = deskTime(clock.now(), test.business.time_zone);
        expect(loser.answer.body.message).toBe(`${winner.admin.name} changed ${what[winner.kind]} on ${when}.`);
        accepted.push({ kind: winner.kind, mark: winner.mark, by: winner.admin.id });
        wins[winner.admin === ada ? 'ada' : 'ben'] += 1;
        version += 1;
        now = (winner.answer.body.request as { status: Status }).status;
        expect(winner.answer.body.request).toMatchObject({ version });
      }
      await expectHistory(request.id, accepted);
    }
    // Each side has won some turns, so the turns were races.
    expect(wins.ada + wins.ben).toBe(500);
    expect(Math.min(wins.ada, wins.ben)).toBeGreaterThan(0);
  });

  async function expectHistory(id: number, accepted: readonly { kind: Kind; mark: string; by: number }[]) {
    const events = (await eventsOf(id)) as Event[];
    const markOf = ({ action, after }: Event) => (action === 'requests.update' ? after.title : after.notes);
    expect(events.map((event) => [event.actor_id, markOf(event)])).toEqual(accepted.map(({ by, mark }) => [by, mark]));

    const notes = await test.deps.db
      .selectFrom('request_notes')
      .select('body')
      .where('request_id', '=', id)
      .orderBy('id')
      .execute();
    expect(notes.map(({ body }) => body)).toEqual(
      accepted.filter(({ kind }) => kind !== 'update').map(({ mark }) => mark),
    );

    // The statuses of the events in order, without repeats, are the timeline.
    const moves = events.flatMap(({ after }) => (after.status ? [after.status] : []));
    const timeline = await test.deps.db
      .selectFrom('request_status_changes')
      .select('status')
      .where('request_id', '=', id)
      .orderBy('id')
      .execute();
    expect(timeline.map(({ status }) => status)).toEqual(
      ['pending', ...moves].filter((status, i, all) => status !== all[i - 1]),
    );
    const row = await test.deps.db
      .selectFrom('requests')
      .select(['title', 'version', 'status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      title: accepted.findLast(({ kind }) => kind === 'update')?.mark,
      version: accepted.length + 1,
      status: moves.at(-1),
    });
  }
});

describe('Two admins who send no version', () => {
  it('and edit different fields both keep their edits, in 50 turns', async () => {
    const [ada, ben] = [await aSignedInUser(test, 'admin'), await aSignedInUser(test, 'admin')];
    const request = await aRequest(test);
    for (let turn = 0; turn < 50; turn += 1) {
      const one = { title: `Title ${turn}`, customer_name: `Name ${turn}` };
      const other = { description: `Words ${turn}`, service_type: turn % 2 ? 'Signs' : null };
      const answers = await Promise.all([
        ada.attempt(api.requests.update, { params: idOf(request), body: one }),
        ben.attempt(api.requests.update, { params: idOf(request), body: other }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const row = await test.deps.db
        .selectFrom('requests')
        .selectAll()
        .where('id', '=', request.id)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ ...one, ...other });
    }
    // The first null replaced a null, so that turn wrote one change less.
    const written = await eventsOf(request.id);
    expect(written.filter(({ after }) => (after as Record<string, unknown>).title)).toHaveLength(50);
    expect(written.filter(({ after }) => (after as Record<string, unknown>).description)).toHaveLength(50);
  });
});

describe('The last admin', () => {
  const admins = async (own: TestApp) =>
    (
      await own.deps.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('is_active', '=', true)
        .where('deleted_at', 'is', null)
        .execute()
    ).length;
  const ways = [
    (actor: Person, target: Person) => actor.attempt(api.users.remove, { params: idOf(target) }),
    (actor: Person, target: Person) => actor.attempt(api.users.toggleStatus, { params: idOf(target) }),
    (actor: Person, target: Person) =>
      actor.attempt(api.users.update, {
        params: idOf(target),
        body: { name: target.name, email: target.email, role: 'technician', is_active: true },
      }),
  ] as const;

  it('remains when two admins remove, deactivate or demote each other at the same time, in 200 turns', async () => {
    const own = await testApp();
    try {
      for (let race = 0; race < 200; race += 1) {
        const [a, b] = [await aSignedInUser(own, 'admin'), await aSignedInUser(own, 'admin')];
        const [one, other] = [ways[race % 3], ways[Math.floor(race / 3) % 3]];
        if (!one || !other) throw new Error('no such way');
        const answers = await Promise.all([one(a, b), other(b, a)]);
        const codes = answers.map(({ status }) => status);
        expect(await admins(own)).toBe(1);
        expect(codes.filter((code) => code === 200)).toHaveLength(1);
        // The refused admin lost the role before the call, or while it waited.
        expect(codes.every((code) => [200, 401, 403].includes(code))).toBe(true);
        await own.deps.db.updateTable('users').set({ is_active: false }).execute();
      }
    } finally {
      await own.close();
    }
  });

  it('remains when an activation that began earlier arrives after another activation', async () => {
    const own = await testApp();
    try {
      const [ada, ben] = [await aSignedInUser(own, 'admin', 'Ada'), await aSignedInUser(own, 'admin', 'Ben')];
      const set = (person: Person, is_active: boolean) => ({ is_active, id: person.id });
      await own.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', ben.id).execute();
      const toggle = await own.deps.db.transaction().execute(async (tx) => {
        await tx.selectFrom('users').select('id').forUpdate().execute();
        const late = ada.attempt(api.users.toggleStatus, { params: idOf(ben) });
        await waitingForLocks(own);
        for (const { id, is_active } of [set(ben, true), set(ada, false)]) {
          await tx.updateTable('users').set({ is_active }).where('id', '=', id).execute();
        }
        return { late };
      });
      expect((await toggle.late).body.message).toBe('Please sign in');
      expect(await admins(own)).toBe(1);
    } finally {
      await own.close();
    }
  });
});

describe('A deactivation that waits', () => {
  it('keeps nobody else from what names an admin: assignments and submissions', async () => {
    const [ada, ben] = [await aSignedInUser(test, 'admin'), await aSignedInUser(test, 'admin')];
    const [leaving, other] = [await aSignedInUser(test, 'technician'), await aSignedInUser(test, 'technician')];
    const [held, free] = [await anAssignedRequest(test, ada, leaving), await aRequest(test)];
    const { deactivation } = await test.deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('requests').select('id').where('id', '=', held.id).forUpdate().execute();
      const deactivation = ben.attempt(api.users.toggleStatus, { params: idOf(leaving), body: {} });
      await waitingForLocks(test);
      await ada.call(api.requests.assign, { params: idOf(free), body: { technician_id: other.id } });
      // Its notifications name every admin.
      await aRequest(test);
      return { deactivation };
    });
    expect((await deactivation).body).toMatchObject({ user: { is_active: false } });
  });

  it('and an assignment to the one who leaves do not wait for each other', async () => {
    const [ada, ben] = [await aSignedInUser(test, 'admin'), await aSignedInUser(test, 'admin')];
    const leaving = await aSignedInUser(test, 'technician');
    const held = await anAssignedRequest(test, ada, leaving);
    const { assignment, deactivation } = await test.deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('requests').select('id').where('id', '=', held.id).forUpdate().execute();
      const body = { technician_id: leaving.id, notes: 'Still yours' };
      const assignment = ada.attempt(api.requests.assign, { params: idOf(held), body });
      await waitingForLocks(test);
      const deactivation = ben.attempt(api.users.toggleStatus, { params: idOf(leaving), body: {} });
      await waitingForLocks(test, 2);
      return { assignment, deactivation };
    });
    expect(await assignment).toMatchObject({ status: 200, body: { request: { assigned_to: leaving.id } } });
    expect(await deactivation).toMatchObject({ status: 200, body: { user: { is_active: false } } });
    expect((await ada.call(api.requests.get, { params: idOf(held) })).request).toMatchObject({ assigned_to: null });
  });
});

describe('A view that is changed while it is deleted elsewhere', () => {
  it('is gone for the change as well', async () => {
    const own = await testApp();
    try {
      const person = await aSignedInUser(own, 'admin');
      const content = { name: 'Mine', query: '', hidden: [], density: 'compact' as const };
      const { view } = await person.call(api.views.create, { body: content });
      const { transaction } = own.deps;
      const { promise: deleted, resolve: hasDeleted } = Promise.withResolvers<void>();
      // The deletion stays uncommitted until the change waits for it.
      own.deps.transaction = (work, options) => {
        own.deps.transaction = transaction;
        return transaction(async (tx, deps) => {
          const answer = await work(tx, deps);
          hasDeleted();
          await waitingForLocks(own);
          return answer;
        }, options);
      };
      const removal = person.attempt(api.views.remove, { params: idOf(view) });
      await deleted;
      const body = { ...content, name: 'Yours', version: view.version };
      const late = await person.attempt(api.views.update, { params: idOf(view), body });
      expect((await removal).status).toBe(200);
      expect([late.status, late.body.message]).toEqual([404, 'View not found']);
    } finally {
      await own.close();
    }
  });
});
