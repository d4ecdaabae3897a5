import { afterAll, beforeAll, expect, it } from 'vitest';
import { aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
let auditor: Person;
let url: string;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
  auditor = await as(test, 'auditor');
  url = `/api/requests/${(await aRequest(test)).id}/work-order`;
});
afterAll(() => test.close());

const print = (who: Person) =>
  test.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${who.token}` } });

it('Someone who prints many at once is refused what is too much, and nobody else waits for the rest', async () => {
  const ended: string[] = [];
  const many = Array.from({ length: 30 }, async () => {
    const answer = await print(admin);
    ended.push(`admin ${answer.statusCode}`);
    return answer;
  });
  const refused = await Promise.race(
    many.map(async (one) => {
      const answer = await one;
      return answer.statusCode === 429 ? answer : new Promise<never>(() => undefined);
    }),
  );
  expect(refused.json()).toMatchObject({
    error: 'rate_limited',
    message: 'You are printing too much at once. Please try again.',
  });
  expect(refused.headers['retry-after']).toBe('10');
  expect((await print(auditor)).statusCode).toBe(200);
  ended.push('auditor');
  const answers = (await Promise.all(many)).map(({ statusCode }) => statusCode);
  expect(new Set(answers)).toEqual(new Set([200, 429]));
  // The auditor came last, and yet before most of those that were accepted.
  const after = ended.slice(ended.indexOf('auditor')).filter((one) => one === 'admin 200');
  expect(after.length).toBeGreaterThan(4);
  expect((await print(admin)).statusCode).toBe(200);
});
