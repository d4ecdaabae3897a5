import type { Resolver } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { lateResolver } from './late-resolver.ts';

type Values = { name: string };
const options = { fields: {}, shouldUseNativeValidation: false };

it('checks with the resolver that it loads', async () => {
  const resolver: Resolver<Values> = vi.fn(async (values: Values) => ({ values, errors: {} }));
  const late = lateResolver<Values, unknown, Values>(async () => ({ resolver }), 'Failed');
  expect(await late({ name: 'Cora' }, undefined, options)).toEqual({ values: { name: 'Cora' }, errors: {} });
  expect(resolver).toHaveBeenCalledWith({ name: 'Cora' }, undefined, options);
});

it('reports the failure when loading fails, and loads again the next time', async () => {
  const resolver: Resolver<Values> = async (values) => ({ values, errors: {} });
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ resolver });
  const late = lateResolver<Values, unknown, Values>(load, 'Failed to send');
  const first = await late({ name: 'Cora' }, undefined, options);
  expect(first).toEqual({ values: {}, errors: { root: { type: 'unavailable', message: 'Failed to send' } } });
  expect((await late({ name: 'Cora' }, undefined, options)).errors).toEqual({});
});
