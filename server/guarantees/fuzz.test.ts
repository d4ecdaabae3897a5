import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorBody } from '#contract/errors.ts';
import { type Role, roles } from '#contract/words/roles.ts';
import { fitting, mutated, segment } from '../testing/arbitraries.ts';
import { aRequest, as, type Person } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

/** `npm run fuzz` sets 1,000 and a new seed, which is printed; FUZZ_SEED repeats a run. `npm test` repeats one. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 25);
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS ? Date.now() % 2 ** 31 : 20261123));
const LEAKS = /\bat .+:\d+:\d+|node_modules|select .+ from |insert into|\/server\//i;

const operations = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries<Endpoint>(group).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
);

let test: TestApp;
let people: Record<Role, Person>;
beforeAll(async () => {
  test = await testApp();
  people = {
    admin: await as(test, 'admin'),
    technician: await as(test, 'technician'),
    auditor: await as(test, 'auditor'),
  };
  await as(test, 'admin');
  for (let i = 0; i < 3; i += 1) await aRequest(test);
  process.stdout.write(`fuzz: seed ${SEED}, ${RUNS} runs each of ${operations.length} operations\n`);
});
afterAll(() => test.close());

const schema = (part: z.ZodType | undefined) =>
  z.toJSONSchema(part ?? z.strictObject({}), { io: 'input', unrepresentable: 'any' }) as object;
const properties = (part: z.ZodType | undefined) =>
  (schema(part) as { properties?: Record<string, object> }).properties ?? {};

function inputOf(endpoint: Endpoint) {
  const texts = (part: z.ZodType | undefined) =>
    fc.record(Object.fromEntries(Object.entries(properties(part)).map(([key, each]) => [key, segment(each)])), {
      requiredKeys: part === endpoint.params ? Object.keys(properties(part)) : [],
    });
  return fc.record({
    params: texts(endpoint.params),
    query: texts(endpoint.query),
    body: endpoint.body
      ? fc.oneof(fitting(schema(endpoint.body)), mutated(schema(endpoint.body)))
      : fc.constant(undefined),
    role: fc.constantFrom(...roles, 'nobody' as const),
    asForm: fc.boolean(),
  });
}

describe("No input makes a call fail on the server's side or answer outside its contract", () => {
  it.each(operations)('$name', { timeout: 1_800_000 }, async ({ endpoint, name }) => {
    await fc.assert(
      fc.asyncProperty(inputOf(endpoint), async ({ params, query, body, role, asForm }) => {
        // Does not sign out the sessions that the other operations need.
        if (name === 'auth.logout' && role !== 'nobody') return;
        const who = role === 'nobody' ? test.caller() : people[role];
        const files = endpoint.files && asForm ? { files: [] } : {};
        const answer = await who.attempt(endpoint, {
          params,
          query,
          ...(body === undefined ? {} : { body: body as object }),
          ...files,
        });
        expect(answer.status, answer.text).toBeLessThan(500);
        expect(answer.text).not.toMatch(LEAKS);
        const isGood = answer.status < 300;
        // A file has no schema.
        if (isGood && endpoint.kind !== 'json') return;
        const expected = isGood && endpoint.kind === 'json' ? endpoint.response : errorBody;
        expect(expected.safeParse(answer.body).error, answer.text).toBeUndefined();
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  });
});
