import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let ada: Person;
beforeAll(async () => {
  test = await testApp({}, {}, { asOwner: true });
  // As a newer release does that knows more densities.
  await sql`alter table views drop constraint views_density_check`.execute(test.deps.db);
  await sql`alter table table_choices drop constraint table_choices_density_check`.execute(test.deps.db);
});
afterAll(() => test.close());
beforeEach(async () => {
  ada = await as(test, 'admin');
});

describe('what a newer release stored', () => {
  const view = {
    name: 'North',
    query: 'status=pending&crew=4&sort=distance',
    hidden: ['rating', 'Crew-2'],
    density: 'cozy',
  };
  const shown = { ...view, hidden: ['rating'], density: 'comfortable' as const };
  const aView = async () =>
    (
      await test.deps.db
        .insertInto('views')
        .values({ ...view, user_id: ada.id, changed_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const stored = () =>
    test.deps.db
      .selectFrom('views')
      .select(['name', 'query', 'hidden', 'density'])
      .where('user_id', '=', ada.id)
      .executeTakeFirstOrThrow();
  const replace = (id: number, body: object) =>
    ada.attempt(api.views.update, { params: { id: String(id) }, body: { ...shown, ...body } });

  it('is listed as far as this release knows it', async () => {
    const id = await aView();
    await test.deps.db
      .insertInto('table_choices')
      .values(
        ['contacts', 'crews'].map((table_name) => ({
          user_id: ada.id,
          table_name,
          hidden: ['Crew-2'],
          density: 'cozy',
        })),
      )
      .execute();
    expect(await ada.call(api.views.list, {})).toEqual({
      views: [{ ...shown, id, version: 1 }],
      tables: [{ table: 'contacts', hidden: [], density: 'comfortable' }],
    });
  });

  it('stays in a view that gets another name', async () => {
    const id = await aView();
    const answer = await replace(id, { name: 'North lot', query: 'status=pending' });
    expect(answer).toMatchObject({ status: 200, body: { view: { hidden: ['rating'], density: 'comfortable' } } });
    expect(await stored()).toEqual({ ...view, name: 'North lot' });
  });

  it('gives way to what the user chooses instead', async () => {
    const id = await aView();
    await replace(id, { query: 'status=assigned&sort=priority', hidden: [], density: 'compact' });
    expect(await stored()).toEqual({
      ...view,
      query: 'status=assigned&sort=priority&crew=4',
      hidden: ['Crew-2'],
      density: 'compact',
    });
  });

  it('stays in the columns of a table', async () => {
    await test.deps.db
      .insertInto('table_choices')
      .values({ user_id: ada.id, table_name: 'contacts', hidden: ['Crew-2'], density: 'cozy' })
      .execute();
    const body = { table: 'contacts' as const, hidden: ['phone'], density: 'comfortable' as const };
    expect((await ada.call(api.views.chooseTable, { body })).table).toEqual(body);
    const row = await test.deps.db
      .selectFrom('table_choices')
      .selectAll()
      .where('user_id', '=', ada.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ hidden: ['phone', 'Crew-2'], density: 'cozy' });
  });
});
