import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
let auditor: Person;
let trackingId: string;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
  auditor = await as(test, 'auditor');
  const customer = {
    customerName: 'Jos\u00e9 N\u00fa\u00f1ez',
    customerEmail: 'jose@wharf.example',
    customerAddress: '4 K\u00f6nigsstra\u00dfe, Sanford, FL 32771',
    title: '8\u2033 down\u00adlight \u2013 \ufb02ickers at O\u2019Neill\u2019s',
  };
  trackingId = (await aRequest(test, customer)).external_id;
  await aRequest(test, { customerName: 'Ann Other', customerEmail: 'ann@other.example', title: 'Dark lot' });
  await test.caller().call(api.contact.submit, {
    body: { name: customer.customerName, email: customer.customerEmail, message: customer.title },
  });
  await as(test, 'technician', { name: 'Jos\u00e9 N\u00fa\u00f1ez' });
  await as(test, 'technician', { name: 'Ann Other' });
});
afterAll(() => test.close());

/** What each search of the server finds, as names. */
const searches: Record<string, (search: string) => Promise<string[]>> = {
  requests: async (search) =>
    (await admin.call(api.requests.list, { query: { search } })).requests.map(({ customer }) => customer.name),
  customers: async (search) =>
    (await admin.call(api.customers.list, { query: { search } })).customers.map(({ name }) => name),
  messages: async (search) =>
    (await admin.call(api.contact.list, { query: { search } })).data.contacts.map(({ name }) => name),
  technicians: async (search) =>
    (await admin.call(api.reports.monitor, { query: { search } })).technicians.map(({ name }) => name),
};

describe('every search', () => {
  it.each(Object.keys(searches))('finds a name as it is typed: %s', async (kind) => {
    for (const typed of [
      'Nunez',
      'N\u00da\u00d1EZ',
      'Nun\u0303ez jose',
      '\u200bnunez\u200e',
      '\uff2e\uff35\uff2e\uff25\uff3a',
    ]) {
      expect(await searches[kind]?.(typed), typed).toEqual(['Jos\u00e9 N\u00fa\u00f1ez']);
    }
    expect(await searches[kind]?.('Nunes')).toEqual([]);
  });

  it.each(Object.keys(searches))('finds all for characters that are not seen: %s', async (kind) => {
    expect(await searches[kind]?.('\u200b\u200e')).toEqual(await searches[kind]?.(''));
  });

  it.each(['requests', 'messages'])('finds signs by those of a keyboard: %s', async (kind) => {
    for (const typed of ['8"', "8''", 'downlight - flick', "o'neill's", 'DOWNLIGHT \u2014 FLICK']) {
      expect(await searches[kind]?.(typed), typed).toEqual(['Jos\u00e9 N\u00fa\u00f1ez']);
    }
  });

  it.each(['requests', 'customers'])('finds an address: %s', async (kind) => {
    for (const typed of ['Sanford', 'konigsstrasse sanford', '32771']) {
      expect(await searches[kind]?.(typed), typed).toEqual(['Jos\u00e9 N\u00fa\u00f1ez']);
    }
  });

  it('finds what the trail says of it', async () => {
    const found = async (search: string) => (await auditor.call(api.audit.list, { query: { search } })).entries;
    expect((await found('nunez')).map(({ action }) => action)).toContain('requests.create');
    expect((await found('8" downlight')).map(({ action }) => action)).toEqual(['contact.submit', 'requests.create']);
    expect(await found('\u200b')).toEqual(await found(''));
  });

  it('finds a request by its tracking ID in every spelling', async () => {
    const bare = trackingId.replaceAll('-', '');
    const spellings = [
      trackingId,
      trackingId.toLowerCase(),
      trackingId.replaceAll('-', '\u2013'),
      trackingId.replaceAll('-', ' '),
      `#${trackingId}.`,
      bare,
      bare.slice(3).toLowerCase(),
      `https://lights.example/track?id=${trackingId}`,
    ];
    for (const typed of spellings) {
      expect(await searches.requests?.(typed), typed).toEqual(['Jos\u00e9 N\u00fa\u00f1ez']);
      const { entries } = await auditor.call(api.audit.list, { query: { search: typed } });
      expect(
        entries.map(({ action }) => action),
        typed,
      ).toContain('requests.create');
    }
  });
});
