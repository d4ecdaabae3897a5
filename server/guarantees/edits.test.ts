import { afterAll, beforeAll, expect, it } from 'vitest';
import type { World } from '#server/testing/access/inputs.ts';
import { aWorld } from '#server/testing/access/world.ts';
import { operations } from '#server/testing/access.ts';
import { aSession } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { textFieldsOf, withValueAt } from '#server/testing/texts.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await testApp();
  world = await aWorld(test);
});
afterAll(() => test.close());

const edits = operations.flatMap(({ name, endpoint, row }) =>
  endpoint.kind === 'json' && endpoint.edits
    ? [{ name, endpoint, input: row.input, fields: endpoint.edits as readonly unknown[] }]
    : [],
);

// An edit gets its texts as they came, for the sake of old rows. A use case that didn't settle them would store anything.
it.each(edits)('$name refuses each text that it changes against a rule', async ({ endpoint, input, fields }) => {
  const { params = {}, body } = (await input?.(world, 'admin')) ?? {};
  const caller = test.caller(await aSession(test, world.people.admin.id));
  const texts = textFieldsOf(endpoint).filter(({ part, path: [name] }) => part === 'body' && fields.includes(name));
  const limited = texts.flatMap(({ path, max }) => (max === undefined ? [] : [{ path, max }]));
  expect(limited).not.toEqual([]);
  for (const { path, max } of limited) {
    const broken = withValueAt(body, path, 'x'.repeat(max + 1)) as object;
    const answer = await caller.attempt(endpoint, { params, body: broken });
    expect([path, answer.status]).toEqual([path, 400]);
    const { details } = answer.body as { details: { field: string }[] };
    expect(details.map(({ field }) => field.split('.')[0])).toContain(String(path[0]));
  }
});
