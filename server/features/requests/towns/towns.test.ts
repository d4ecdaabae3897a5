import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { NO_TOWN } from '#contract/words/requests.ts';
import { HARD_TEXTS, readCsv } from '#server/testing/csv.ts';
import { aRequest, as, type Person, submission } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { readTowns } from './towns.service.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

const at = (customerAddress: string, fields: object = {}) => aRequest(test, { customerAddress, ...fields });
const params = ({ id }: { id: number }) => ({ id: String(id) });
const list = async (query: object) => admin.call(api.requests.list, { query });
const idsOf = async (query: object) => (await list(query)).requests.map(({ id }) => id).sort((a, b) => a - b);
const detail = async (request: { id: number }) =>
  (await admin.call(api.requests.get, { params: params(request) })).request;
const townsOf = async (caller: Person = admin) => (await caller.call(api.requests.towns, {})).towns;
const stored = async ({ id }: { id: number }) =>
  (await test.deps.db.selectFrom('requests').select('town').where('id', '=', id).executeTakeFirstOrThrow()).town;
const correct = (request: { id: number }, customer_address: string) =>
  admin.call(api.requests.update, { params: params(request), body: { customer_address } });
const job = () => readTowns(test.deps, new AbortController().signal);

/** A request as a server of the release before inserts it, which knows no town. */
async function anOlderOne(customerAddress: string) {
  const request = await at(customerAddress);
  await test.deps.db.updateTable('requests').set({ town: null }).where('id', '=', request.id).execute();
  return request;
}

describe('The town of a request', () => {
  it.each([
    ['is read from the address', '1 First St, Sanford, FL 32771', 'Sanford'],
    ['has one spelling', '1 First St\nSANFORD FL 32771', 'Sanford'],
    ['comes from the ZIP code where there is no other', '1 First St, FL 34769', 'St. Cloud'],
    ['is known by its state where nothing separates it', '1 First St Winter Park FL', 'Winter Park'],
    ['is known where there is no state', '1 First St, Kissimmee', 'Kissimmee'],
    ['is null where an address has none', 'Behind the old mill', null],
  ])('%s', async (_, address, town) => {
    const request = await at(address);
    expect((await detail(request)).town).toBe(town);
    const { requests } = await list({ search: request.external_id });
    expect(requests[0]?.town).toBe(town);
  });

  it('is read of what the office enters, too', async () => {
    const body = submission({ customerAddress: '2 Second St, Oviedo, FL 32765' });
    const { request } = await admin.call(api.requests.enter, { body });
    expect((await detail(request)).town).toBe('Oviedo');
  });

  it('follows a corrected address, at once', async () => {
    const request = await at('3 Third St, Apopka, FL 32703');
    await correct(request, '3 Third St, Maitland, FL 32751');
    expect((await detail(request)).town).toBe('Maitland');
    await correct(request, '5 Third St, Maitland, FL 32751');
    expect((await detail(request)).town).toBe('Maitland');
    await correct(request, 'The barn');
    expect(await stored(request)).toBe('');
    await admin.call(api.requests.update, { params: params(request), body: { title: 'A barn' } });
    expect(await stored(request)).toBe('');
  });

  it('is no part of what the public and technicians’ lists show', async () => {
    const technician = await as(test, 'technician');
    const request = await at('4 Fourth St, Sanford, FL 32771');
    await admin.call(api.requests.assign, { params: params(request), body: { technician_id: technician.id } });
    const tracked = await test.caller().call(api.requests.track, { params: { id: request.external_id } });
    expect(tracked.request).not.toHaveProperty('town');
    const [mine] = (await technician.call(api.requests.listMine, {})).requests;
    expect(mine).not.toHaveProperty('town');
  });
});

describe('The filter by town', () => {
  it('finds ten pending requests in Sanford, as the search does', async () => {
    const ids: number[] = [];
    const spellings = [
      'Sanford, FL 32771',
      'SANFORD, FL 32771',
      'sanford fl 32771',
      'Sanford, Florida',
      'Sanford, FL, USA',
    ];
    for (let n = 0; n < 10; n += 1) {
      const request = await at(`${n} Tenfold Ave, ${spellings[n % spellings.length]}`, { title: 'Tenfold' });
      ids.push(request.id);
    }
    const elsewhere = await at('11 Tenfold Ave, Orlando, FL 32801', { title: 'Tenfold' });
    const done = await at('12 Tenfold Ave, Sanford, FL 32771', { title: 'Tenfold' });
    await admin.call(api.requests.changeStatus, { params: params(done), body: { status: 'cancelled' } });
    expect(await idsOf({ search: 'Tenfold Sanford', status: 'pending' })).toEqual(ids);
    for (const town of ['Sanford', 'SANFORD', ' sanford ']) {
      const page = await list({ search: 'Tenfold', status: 'pending', town });
      expect(page.requests.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
      expect([page.matched, page.more_match]).toEqual([10, false]);
    }
    expect(await idsOf({ town: 'Sanford' })).toEqual(expect.arrayContaining([...ids, done.id]));
    expect(await idsOf({ town: 'Sanford' })).not.toContain(elsewhere.id);
    expect(await idsOf({ town: 'Sanf' })).toEqual([]);
  });

  it('counts right without any other filter, page by page', async () => {
    for (let n = 0; n < 5; n += 1) await at(`${n} Count St, Eatonville, FL 32751`);
    const page = await list({ town: 'Eatonville', limit: '2', page: '3' });
    expect([page.requests.length, page.matched, page.more_match]).toEqual([1, 5, false]);
    for (const sort of ['created_asc', 'priority'] as const)
      expect((await list({ town: 'Eatonville', sort })).requests).toHaveLength(5);
  });

  it('finds the requests without a town', async () => {
    const none = await at('The lighthouse');
    const some = await at('1 Beacon Ave, Sanford, FL 32771');
    const ids = await idsOf({ town: NO_TOWN });
    expect(ids).toContain(none.id);
    expect(ids).not.toContain(some.id);
  });

  it('is obeyed by the export, which has a column of towns', async () => {
    await at('1 Export St, Geneva, FL 32732', { title: '=Geneva' });
    await at('2 Export St, Orlando, FL 32801');
    const { text, headers } = await admin.attempt(api.requests.export, { query: { town: 'geneva' } });
    expect(headers['content-disposition']).toMatch(/requests-filtered-/);
    expect(readCsv(text).map((row) => [row.Town, row['Service Address'], row.Title])).toEqual([
      ['Geneva', '1 Export St, Geneva, FL 32732', '=Geneva'],
    ]);
  });

  it('is exported as it is stored, whatever it is', async () => {
    const ids: string[] = [];
    for (const town of HARD_TEXTS) {
      const request = await at('1 Hard St');
      await test.deps.db.updateTable('requests').set({ town }).where('id', '=', request.id).execute();
      ids.push(request.external_id);
    }
    const { text } = await admin.attempt(api.requests.export, { query: { sort: 'created_asc' } });
    const rows = readCsv(text).filter(({ ID }) => ids.includes(ID ?? ''));
    expect(rows.map(({ Town }) => Town)).toEqual([...HARD_TEXTS]);
    await test.deps.db.updateTable('requests').set({ town: '' }).where('external_id', 'in', ids).execute();
  });

  it.each(['x'.repeat(41), 'Robert\u0000'])('refuses what can be no town, in words: %j', async (town) => {
    const answer = await admin.attempt(api.requests.list, { query: { town } });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field: 'town', message: expect.any(String) }]);
  });

  it.each(["'; drop table requests;--", '%', '_anford', '<b>', '-'])('finds nothing of %j', async (town) => {
    expect((await list({ town })).matched).toBe(0);
  });
});

describe('The towns of the menu', () => {
  it('are each once, in the order of the alphabet as people expect it, for admins and auditors', async () => {
    for (const town of ['Ocoee', 'DeLand', 'St. Cloud', 'Saint Cloud', 'OCOEE', 'Deltona', 'de bary', 'Zellwood'])
      await at(`1 Menu St, ${town}, FL 32000`);
    const towns = await townsOf();
    expect(towns.filter((town) => /^(D|O[cv]|St|Z)/.test(town))).toEqual([
      ...['DeBary', 'DeLand', 'Deltona', 'Ocoee', 'Oviedo', 'St. Cloud', 'Zellwood'],
    ]);
    expect(new Set(towns).size).toBe(towns.length);
    expect(towns).not.toContain('');
    expect(await townsOf(await as(test, 'auditor'))).toEqual(towns);
  });

  it('are those that requests have now', async () => {
    const request = await at('1 Gone St, Christmas, FL 32709');
    expect(await townsOf()).toContain('Christmas');
    await correct(request, '1 Gone St, Orlando, FL 32801');
    expect(await townsOf()).not.toContain('Christmas');
  });
});

describe('The job that reads towns', () => {
  it('reads those of older requests, and leaves the others as they are', async () => {
    const [older, none] = [await anOlderOne('1 Old St, Paisley, FL 32767'), await anOlderOne('The old barn')];
    const kept = await at('2 Old St, Sorrento, FL 32776');
    expect((await detail(older)).town).toBeNull();
    expect(await idsOf({ town: NO_TOWN })).not.toContain(older.id);
    await job();
    expect([await stored(older), await stored(none), await stored(kept)]).toEqual(['Paisley', '', 'Sorrento']);
    expect((await detail(older)).version).toBe(1);
    expect((await detail(older)).history).toHaveLength(1);
    expect(await idsOf({ town: 'Paisley' })).toEqual([older.id]);
  });

  it('reads those that a server of the release before inserts or corrects meanwhile', async () => {
    const request = await at('1 Rolling St, Paisley, FL 32767');
    // Its statements know no town.
    const { rows } = await sql<{ id: number }>`
      insert into requests (external_id, title, description, priority, customer_id, customer_name, customer_email, customer_phone,
        customer_address, created_at, updated_at)
      select 'REQ-ROLLINGUP-GRADE', title, description, priority, customer_id, customer_name, customer_email, customer_phone,
        '2 Rolling St, Umatilla, FL 32784', created_at, updated_at
      from requests where id = ${request.id} returning id`.execute(test.deps.db);
    const copied = { id: rows[0]?.id ?? 0 };
    const address = { customer_address: '3 Rolling St, Astatula, FL 34705' };
    await test.deps.db.updateTable('requests').set(address).where('id', '=', request.id).execute();
    expect([await stored(copied), await stored(request)]).toEqual([null, null]);
    await job();
    expect([await stored(copied), await stored(request)]).toEqual(['Umatilla', 'Astatula']);
  });

  it('reads more than one batch in a run, and waits for nobody who writes', async () => {
    const { id } = await at('1 Many St, Yalaha, FL 34797');
    await sql`
      insert into requests (external_id, title, description, priority, customer_id, customer_name, customer_email, customer_phone,
        customer_address, created_at, updated_at)
      select 'REQ-' || lpad(n::text, 9, '0') || '-TOWNS', title, description, priority, customer_id, customer_name, customer_email,
        customer_phone, customer_address, created_at, updated_at
      from requests, generate_series(1, 1100) n where id = ${id}`.execute(test.deps.db);
    const unread = test.deps.db.selectFrom('requests').select('id').where('town', 'is', null);
    const [held] = await unread.orderBy('id').execute();
    const writer = await test.deps.db.startTransaction().execute();
    await writer
      .updateTable('requests')
      .set({ priority: 'high' })
      .where('id', '=', held?.id ?? 0)
      .execute();
    await job();
    expect(await unread.execute()).toEqual([held]);
    await writer.commit().execute();
    await job();
    expect(await unread.execute()).toEqual([]);
    const page = await list({ town: 'Yalaha' });
    expect([page.matched, page.more_match]).toEqual([1_000, true]);
  });
});
