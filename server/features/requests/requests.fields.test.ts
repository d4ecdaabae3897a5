import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { RequestDetail } from '#contract/request-answers.ts';
import {
  csvFields,
  fieldNames,
  type RequestField,
  requestFields,
  type SentField,
  textsOf,
} from '#contract/words/request-fields.ts';
import { sampleBusiness } from '#server/sample-business.ts';
import { aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { sheetOf } from '../work-orders/work-orders.rules.ts';

let test: TestApp;
let admin: Person;
let request: { id: number };
let sent: RequestDetail;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin', { name: 'Ada' });
  request = await aRequest(test, submissionOf('said'));
  sent = await detail();
});
afterAll(() => test.close());

const params = () => ({ params: { id: String(request.id) } });
const detail = async () => (await admin.call(api.requests.get, params())).request;

/** A text for each field, which no other field has. */
const texts = (word: string) =>
  Object.fromEntries(
    fieldNames.map((name) => [name, name === 'customer_email' ? `${word}@fields.example` : `${name} ${word}`]),
  ) as Record<RequestField, string>;
const submissionOf = (word: string) =>
  Object.fromEntries(fieldNames.map((name) => [requestFields[name].sent, texts(word)[name]])) as Record<
    SentField,
    string
  >;

describe('every field of a request', () => {
  it('is stored as the customer sends it', () => {
    expect(textsOf(sent)).toEqual(texts('said'));
  });

  it('is a column of the export, or is left out on purpose', async () => {
    const { text } = await admin.attempt(api.requests.export, { query: {} });
    const [header = '', line = ''] = text.split('\r\n');
    for (const name of csvFields) {
      expect(header).toContain(`"${requestFields[name].csv}"`);
      expect(line).toContain(`"${texts('said')[name]}"`);
    }
  });

  it('stands on the printed work order', () => {
    const sheet = sheetOf(sent, {
      business: sampleBusiness,
      reader: 'customer',
      readable: new Set(),
      now: new Date(),
      write: (at) => at.toISOString(),
    });
    const { title, description, job, customer } = sheet;
    const printed = [title, description, ...[...job, ...customer].map(([, value]) => value)];
    expect(printed).toEqual(expect.arrayContaining(Object.values(texts('said'))));
  });

  it('is corrected by the office, and the trail keeps both texts', async () => {
    const body = texts('corrected');
    await admin.call(api.requests.update, { ...params(), body });
    expect(textsOf(await detail())).toEqual(body);
    const entry = await test.deps.db
      .selectFrom('audit_events')
      .select(['before', 'after'])
      .where('action', '=', 'requests.update')
      .where('entity_id', '=', String(request.id))
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ before: texts('said'), after: body });
  });
});
