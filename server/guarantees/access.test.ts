import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { type Principal, principals, type World } from '../testing/access/inputs.ts';
import { aWorld } from '../testing/access/world.ts';
import { access, operations } from '../testing/access.ts';
import { aSession } from '../testing/people.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await testApp();
  world = await aWorld(test);
});
afterAll(() => test.close());

/** A new session for each cell, so that a sign-out in one cell does not affect the next. */
const callerOf = async (who: Principal) =>
  who === 'anonymous'
    ? test.caller()
    : test.caller(await aSession(test, world.people[who].id, { expired: who === 'expired' }));

const events = async () =>
  (await test.deps.db.selectFrom('audit_events').select('id').where('action', '!=', 'auth.login_failed').execute())
    .length;

const cells = operations.flatMap((operation) =>
  principals.map((who) => ({ ...operation, who, status: operation.row.cells[who] })),
);
const foreignCells = cells.flatMap((cell) =>
  (cell.row.foreign?.inputs ?? []).map((input, nth) => ({
    ...cell,
    input,
    nth: nth + 1,
    // A caller whom the access table refuses anyway gets the same refusal for a foreign id.
    status: cell.status < 300 ? (cell.row.foreign?.status ?? 404) : cell.status,
  })),
);

describe('Every operation of the contract', () => {
  it('has its row in the table, and the table has no others', () => {
    const contract = Object.entries(api).flatMap(([group, calls]) =>
      Object.keys(calls).map((name) => `${group}.${name}`),
    );
    expect(Object.keys(access).sort()).toEqual(contract.sort());
  });

  it.each(cells)('$name answers $status to $who', async ({ endpoint, row, who, status }) => {
    const caller = await callerOf(who);
    const input = (await row.input?.(world, who)) ?? {};
    const before = await events();
    const answer = await caller.attempt(endpoint, input);
    expect({ status: answer.status, body: answer.status === status ? '' : answer.text }).toEqual({ status, body: '' });
    if (status >= 300) expect(await events()).toBe(before);
  });
});

describe('The id of a foreign object', () => {
  it.each(foreignCells)('($nth) in $name answers $status to $who', async ({ endpoint, input, who, status }) => {
    const caller = await callerOf(who);
    const asked = await input(world, who);
    const before = await events();
    const answer = await caller.attempt(endpoint, asked);
    expect({ status: answer.status, body: answer.status === status ? '' : answer.text }).toEqual({ status, body: '' });
    expect(await events()).toBe(before);
  });

  it('gets the same answer as an id that does not exist, for a technician', async () => {
    const other = await callerOf('other');
    const real = await other.attempt(api.requests.get, { params: { id: String(world.request.id) } });
    const unreal = await other.attempt(api.requests.get, { params: { id: '2147483647' } });
    const visible = ({ body: { request_id: _, ...body } }: typeof real) => body;
    expect(visible(real)).toEqual(visible(unreal));
  });
});

describe('A role', () => {
  it('is read from the database: a demoted admin is refused with the same session', async () => {
    const demoted = await callerOf('admin');
    const set = (role: 'admin' | 'technician') =>
      test.deps.db.updateTable('users').set({ role }).where('id', '=', world.people.admin.id).execute();
    expect((await demoted.attempt(api.users.list)).status).toBe(200);
    await set('technician');
    expect((await demoted.attempt(api.users.list)).status).toBe(403);
    await set('admin');
  });
});
