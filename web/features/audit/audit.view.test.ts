import { describe, expect, it } from 'vitest';
import { actionLabels, auditActionNames } from '#contract/audit-actions.ts';
import {
  actionLabel,
  countText,
  countTrailFilters,
  numberText,
  rangeProblem,
  thingPath,
  trailFilters,
} from './audit.view.ts';

const read = (query: string) => trailFilters.read(new URLSearchParams(query));

describe('trailFilters', () => {
  it('reads what it writes', () => {
    const set = { actor: '7', action: 'requests.assign', entity: 'request', entity_id: '12' } as const;
    const filters = { ...trailFilters.none, ...set, search: 'REQ-AB12 lot', from: '2026-01-01', to: '2026-02-01' };
    expect(trailFilters.read(trailFilters.write(filters))).toEqual(filters);
    expect(trailFilters.query(filters)).toEqual({
      ...set,
      search: 'REQ-AB12 lot',
      from: '2026-01-01',
      to: '2026-02-01',
    });
    expect(read('actor=visitor').actor).toBe('visitor');
  });

  it('counts what is not valid as not set, and knows no id without a kind of thing', () => {
    expect(read('actor=somebody&action=explode&entity=planet&entity_id=5&from=soon&to=2026-02-30')).toEqual(
      trailFilters.none,
    );
    expect(read('actor=0&entity=user&entity_id=-1')).toEqual({ ...trailFilters.none, entity: 'user' });
  });
});

describe('the filters', () => {
  it('count a range of dates once', () => {
    expect(countTrailFilters(read('actor=7&from=2026-01-01&to=2026-02-01'))).toBe(2);
  });

  it('have a problem when the dates run backwards', () => {
    expect(rangeProblem(read('from=2026-02-01&to=2026-01-01'))).toBe('Start date cannot be after end date');
    expect(rangeProblem(read('from=2026-01-01&to=2026-01-01'))).toBeNull();
  });
});

describe('actionLabel', () => {
  it('has different words for every action, and the name of an action that it does not know', () => {
    expect(Object.keys(actionLabels).sort()).toEqual(auditActionNames.toSorted());
    expect(new Set(Object.values(actionLabels)).size).toBe(auditActionNames.length);
    expect(actionLabel('users.explode')).toBe('users.explode');
  });
});

it('numberText separates thousands, also of numbers that no float holds', () => {
  expect(numberText('1204331')).toBe('1,204,331');
  expect(numberText(1204331)).toBe('1,204,331');
  expect(numberText('9007199254740993')).toBe('9,007,199,254,740,993');
});

it('countText says whether there are older entries', () => {
  expect(countText(50, { pages: 1, older: true })).toBe('Showing the newest 50 entries');
  expect(countText(1_250, { pages: 1, older: false })).toBe('Showing all 1,250 entries');
  expect(countText(1, { pages: 1, older: false })).toBe('Showing the only entry');
  const open = 'Showing 100 entries. Newer ones show when you reload the page.';
  expect(countText(100, { pages: 2, older: true })).toBe(open);
  expect(countText(100, { pages: 2, older: false })).toBe(open);
});

it('thingPath leads to what the auditor may read, and nowhere when it is gone', () => {
  const thing = { name: 'REQ-AB12CD34E-FGHIJ', title: null };
  expect(thingPath({ entity: 'request', entity_id: '12', thing })).toBe('/dashboard/auditor/requests?requestId=12');
  expect(thingPath({ entity: 'contact_message', entity_id: '3', thing })).toBe(
    '/dashboard/auditor/contacts?contactId=3',
  );
  expect(thingPath({ entity: 'contact_message', entity_id: '3', thing: null })).toBeNull();
  expect(thingPath({ entity: 'user', entity_id: '3', thing })).toBeNull();
});
