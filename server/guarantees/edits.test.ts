import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { aRequest } from '#server/testing/factories.ts';
import { aSession, aUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { exampleOf, textFieldsOf, withValueAt } from '#server/testing/texts.ts';

let test: TestApp;
let admin: number;
beforeAll(async () => {
  test = await testApp();
  admin = (await aUser(test, 'admin')).id;
});
afterAll(() => test.close());

async function send({ method }: Pick<Endpoint, 'method'>, path: string, payload: object) {
  const authorization = `Bearer ${await aSession(test, admin)}`;
  return test.app.inject({ method, url: `/api${path}`, headers: { authorization }, payload });
}

const { create, update } = api.views;
/** Rows that an admin may edit. */
const rows = new Map<Endpoint, () => Promise<{ id: number }>>([
  [api.requests.update, () => aRequest(test)],
  [api.users.update, () => aUser(test, 'technician')],
  [update, async () => (await send(create, create.path, exampleOf(create))).json<{ view: { id: number } }>().view],
]);

const edits = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries<Endpoint>(group).flatMap(([name, endpoint]) =>
    endpoint.kind === 'json' && endpoint.edits
      ? [{ name: `${feature}.${name}`, endpoint, fields: endpoint.edits as readonly unknown[] }]
      : [],
  ),
);

// An edit gets its texts as they came, for the sake of old rows. A use case that didn't settle them would store anything.
it.each(edits)('$name refuses each text that it changes against a rule', async ({ endpoint, fields }) => {
  const row = await rows.get(endpoint)?.();
  const path = endpoint.path.replace(':id', String(row?.id));
  const texts = textFieldsOf(endpoint).filter(({ part, path: [name] }) => part === 'body' && fields.includes(name));
  const limited = texts.flatMap(({ path: place, max }) => (max === undefined ? [] : [{ place, max }]));
  expect(limited).not.toEqual([]);
  for (const { place, max } of limited) {
    const answer = await send(endpoint, path, withValueAt(exampleOf(endpoint), place, 'x'.repeat(max + 1)));
    expect([place, answer.statusCode]).toEqual([place, 400]);
    const { details } = answer.json<{ details: { field: string }[] }>();
    expect(details.map(({ field }) => field.split('.')[0])).toContain(String(place[0]));
  }
});
