import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyScopes } from '#contract/words/keys.ts';
import type { World } from '../testing/access/inputs.ts';
import { aKey, cellOfKey, type KeyKind, keyKinds } from '../testing/access/keys.ts';
import { aWorld } from '../testing/access/world.ts';
import { operations } from '../testing/access.ts';
import { type Caller, type TestApp, testApp } from '../testing/test-app.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await testApp();
  world = await aWorld(test);
});
afterAll(() => test.close());

/** A new key for each cell: an operation of the table removes the others. */
const callerOf = async (kind: KeyKind): Promise<Caller> =>
  test.caller((await aKey(test, kind === 'a key without a scope' ? { scopes: [] } : {})).secret);

const cells = operations.flatMap((operation) =>
  keyKinds.map((kind) => ({ ...operation, kind, status: cellOfKey(operation.endpoint, operation.row.cells, kind) })),
);
const opened = operations.filter(({ endpoint }) => endpoint.key);
const foreign = opened.flatMap(({ row, ...operation }) =>
  (row.foreign?.inputs ?? []).map((input) => ({ ...operation, input, status: row.foreign?.status })),
);
const scoped = opened.flatMap((operation) => keyScopes.map((scope) => ({ ...operation, scope })));

const ofOneRequest = ['requests.notes', 'requests.files'];

describe('An API key', () => {
  it('opens these reads, and nothing else', () => {
    const byScope = Object.groupBy(opened, ({ endpoint }) => endpoint.key ?? 'requests:read');
    const names = Object.entries(byScope).map(([scope, list]) => [scope, list.map(({ name }) => name)]);
    expect(Object.fromEntries(names)).toEqual({
      'requests:read': ['requests.list', 'requests.stats', 'requests.attention', 'requests.get', ...ofOneRequest],
      'customers:read': ['customers.list', 'customers.get', 'customers.stats'],
      'reports:read': ['reports.report', 'reports.analytics', 'reports.monitor'],
    });
  });

  it.each(cells)('$name answers $status to $kind', async ({ endpoint, row, kind, status }) => {
    const input = (await row.input?.(world, 'anonymous')) ?? {};
    const answer = await (await callerOf(kind)).attempt(endpoint, input);
    expect({ status: answer.status, body: answer.status === status ? '' : answer.text }).toEqual({ status, body: '' });
  });

  it.each(scoped)('$name with the scope $scope alone', async ({ endpoint, row, scope }) => {
    const { secret } = await aKey(test, { scopes: [scope] });
    const input = (await row.input?.(world, 'anonymous')) ?? {};
    const { status } = await test.caller(secret).attempt(endpoint, input);
    expect(status).toBe(scope === endpoint.key ? 200 : 403);
  });

  it.each(foreign)('$name answers $status for the id of nothing', async ({ endpoint, input, status }) => {
    const caller = await callerOf('a key with every scope');
    const answer = await caller.attempt(endpoint, await input(world, 'anonymous'));
    expect(answer.status).toBe(status);
  });
});
