import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Role, roles } from '#contract/words/roles.ts';
import { as, type Person } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

const endpoints = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries<Endpoint>(group).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
);
const guarded = endpoints.filter(({ endpoint }) => endpoint.access !== 'public');
const refusals = guarded.flatMap(({ name, endpoint }) =>
  roles.flatMap((role) =>
    endpoint.access === 'signed_in' || endpoint.access.includes(role) ? [] : [{ name, endpoint, role }],
  ),
);
const params = { id: '1' };

let test: TestApp;
let people: Record<Role, Person>;
beforeAll(async () => {
  test = await testApp();
  people = {
    admin: await as(test, 'admin'),
    technician: await as(test, 'technician'),
    auditor: await as(test, 'auditor'),
  };
});
afterAll(() => test.close());

describe('Every guarded call', () => {
  it.each(guarded)('$name answers 401 without a session', async ({ endpoint }) => {
    const answer = await test.caller().attempt(endpoint, { params });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: 'unauthorized', message: 'Please sign in' });
  });

  it.each(guarded)('$name answers 401 to an unknown token', async ({ endpoint }) => {
    expect((await test.caller('x'.repeat(43)).attempt(endpoint, { params })).status).toBe(401);
  });

  it.each(guarded)('$name answers 401 to a deactivated user', async ({ endpoint }) => {
    const gone = await as(test, 'admin', { is_active: false });
    expect((await gone.attempt(endpoint, { params })).status).toBe(401);
  });

  it.each(refusals)('$name answers 403 to a $role', async ({ endpoint, role }) => {
    const answer = await people[role].attempt(endpoint, { params });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toBe('forbidden');
  });
});

describe('A call that is not in the contract', () => {
  it('gets a JSON 404 below /api', async () => {
    const response = await test.app.inject({ method: 'GET', url: '/api/nothing/here' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({
      error: 'not_found',
      message: expect.any(String),
      request_id: expect.any(String),
    });
  });
});
