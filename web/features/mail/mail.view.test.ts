import { describe, expect, it } from 'vitest';
import { logFiltersOf, logParamsOf } from './mail.view.ts';

describe('the filters of the send log in the address', () => {
  it('are written only when set and can be read back', () => {
    const filters = { search: '', state: 'failed', page: 3 } as const;
    expect(logParamsOf(filters).toString()).toBe('state=failed&page=3');
    expect(logFiltersOf(logParamsOf(filters))).toEqual(filters);
    expect(logParamsOf({ search: '', state: '', page: 1 }).size).toBe(0);
  });

  it('ignore values that are not valid', () => {
    expect(logFiltersOf(new URLSearchParams('state=lost&page=-2'))).toEqual({ search: '', state: '', page: 1 });
  });
});
