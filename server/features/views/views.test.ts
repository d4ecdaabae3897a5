import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { HIDDEN_COLUMNS_MAX, VIEW_NAME_MAX, VIEW_QUERY_MAX, VIEWS_MAX, viewTexts } from '#contract/words/views.ts';
import { viewForm } from '#server/testing/access/inputs.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { aSession } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

describe('saved views', () => {
  let test: TestApp;
  let ada: Person;
  beforeAll(async () => {
    test = await testApp();
  });
  beforeEach(async () => {
    ada = await as(test, 'admin', { name: 'Ada Admin' });
  });
  afterAll(() => test.close());

  const create = (body: object, who = ada) =>
    who.attempt(api.views.create, { body: { ...viewForm('North'), ...body } });
  const listOf = async (who: Pick<Person, 'call'>) => (await who.call(api.views.list, {})).views;
  const namesOf = async (who: Pick<Person, 'call'>) => (await listOf(who)).map(({ name }) => name);
  const refusal = (field: string, message: string) => ({
    status: 400,
    body: { error: 'validation_failed', message, details: [{ field, message }] },
  });

  it('travel with the account to another device, and are nobody else’s', async () => {
    const { view } = await ada.call(api.views.create, { body: viewForm('North') as never });
    expect(view).toEqual({ id: expect.any(Number), ...viewForm('North'), version: 1 });
    const phone = test.caller(await aSession(test, ada.id));
    expect(await phone.call(api.views.list, {})).toEqual({ views: [view], tables: [] });
    const bea = await as(test, 'admin', { name: 'Bea Admin' });
    expect(await listOf(bea)).toEqual([]);
    const params = { id: String(view.id) };
    expect(await bea.attempt(api.views.update, { params, body: viewForm('Mine') as never })).toMatchObject({
      status: 404,
    });
    expect(await bea.attempt(api.views.remove, { params })).toMatchObject({ status: 404 });
    expect(await listOf(ada)).toEqual([view]);
    await phone.call(api.views.remove, { params });
    expect(await listOf(ada)).toEqual([]);
  });

  it('are saved one by one: two devices lose nothing of each other', async () => {
    const phone = test.caller(await aSession(test, ada.id));
    const answers = await Promise.all([
      ...['A', 'B', 'C'].map((name) => create({ name })),
      ...['D', 'E', 'F'].map((name) => phone.attempt(api.views.create, { body: viewForm(name) as never })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect((await namesOf(ada)).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  });

  it('refuse a name that is taken, also when both devices save it at once', async () => {
    const query = 'priority=urgent';
    const answers = await Promise.all([create({}), create({ query })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(answers.find(({ status }) => status === 400)).toMatchObject(refusal('name', viewTexts.nameTaken));
    await create({ name: 'South' });
    const [, south] = await listOf(ada);
    const params = { id: String(south?.id) };
    expect(await ada.attempt(api.views.update, { params, body: viewForm('North') as never })).toMatchObject(
      refusal('name', viewTexts.nameTaken),
    );
    expect(await namesOf(ada)).toEqual(['North', 'South']);
  });

  it('refuse a change that is based on an older version', async () => {
    const { view } = await ada.call(api.views.create, { body: viewForm('North') as never });
    const params = { id: String(view.id) };
    const change = (name: string, version: number) =>
      ada.attempt(api.views.update, { params, body: { ...viewForm(name), version } as never });
    expect(await change('North lot', 1)).toMatchObject({ status: 200, body: { view: { version: 2 } } });
    expect(await change('Old north', 1)).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(await namesOf(ada)).toEqual(['North lot']);
  });

  it('are at most so many, also when they are saved at once', async () => {
    const rows = Array.from({ length: VIEWS_MAX - 1 }, (_, n) => ({
      ...viewForm(`View ${n}`),
      user_id: ada.id,
      changed_at: test.deps.now(),
    }));
    await test.deps.db.insertInto('views').values(rows).execute();
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => create({ name })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)).toMatchObject(refusal('name', viewTexts.tooMany));
    expect(await listOf(ada)).toHaveLength(VIEWS_MAX);
  });

  it.each([
    [{ name: '  ' }, 'name', viewTexts.nameRequired],
    [{ name: undefined }, 'name', viewTexts.nameRequired],
    [{ name: 'x'.repeat(VIEW_NAME_MAX + 1) }, 'name', `Must be at most ${VIEW_NAME_MAX} characters`],
    [{ name: 'a\u202eb' }, 'name', 'Contains a character that is not allowed'],
    [{ query: 'x'.repeat(VIEW_QUERY_MAX + 1) }, 'query', `Must be at most ${VIEW_QUERY_MAX} characters`],
    [
      { hidden: Array.from({ length: HIDDEN_COLUMNS_MAX + 1 }, () => 'rating') },
      'hidden',
      `Must be at most ${HIDDEN_COLUMNS_MAX} columns`,
    ],
    [{ hidden: ['DROP TABLE'] }, 'hidden.0', 'Not a column'],
    [{ density: 'tiny' }, 'density', 'Must be one of: comfortable, compact'],
  ])('refuse %j', async (fields, field, message) => {
    expect(await create(fields)).toMatchObject(refusal(field, message));
    expect(await listOf(ada)).toEqual([]);
  });

  it('keep the columns of each table, for one person', async () => {
    const choose = (table: string, hidden: string[], density: string) =>
      ada.attempt(api.views.chooseTable, { body: { table, hidden, density } as never });
    expect((await choose('all-requests', ['rating', 'rating'], 'compact')).status).toBe(200);
    expect((await choose('all-requests', ['customer'], 'compact')).status).toBe(200);
    expect((await choose('contacts', ['phone'], 'comfortable')).status).toBe(200);
    expect((await ada.call(api.views.list, {})).tables).toEqual([
      { table: 'all-requests', hidden: ['customer'], density: 'compact' },
      { table: 'contacts', hidden: ['phone'], density: 'comfortable' },
    ]);
    const bea = await as(test, 'auditor', { name: 'Bea Auditor' });
    expect((await bea.call(api.views.list, {})).tables).toEqual([]);
    expect(await choose('somewhere', [], 'compact')).toMatchObject({
      status: 400,
      body: { details: [{ field: 'table' }] },
    });
  });
});
