import type { Api } from './api.ts';
import { contract, pathOf } from './calls.ts';
import { photo } from './files.ts';

/** What the compiler must refuse in the calls of browser tests; nothing here runs. */
export async function guarantees(api: Api) {
  const one = pathOf({ id: 1 });

  // @ts-expect-error a misspelt input
  await api.office(contract.requests.changeStatus, { ...one, body: { status: 'cancelled', note: 'Not needed.' } });

  // @ts-expect-error a value that the contract does not know
  await api.office(contract.requests.changeStatus, { ...one, body: { status: 'canceled' } });

  // @ts-expect-error a path parameter left out
  await api.office(contract.requests.get, {});

  // @ts-expect-error a filter that the list does not have
  await api.office(contract.requests.list, { query: { find: 'pole' } });

  // @ts-expect-error files on a call that takes none
  await api.office(contract.requests.changeStatus, { ...one, body: { status: 'cancelled' }, files: [photo('a.png')] });

  // @ts-expect-error a field that no form has
  await api.request({ customer: 'Dana Whitfield' });

  const { request } = await api.as({ token: '' }, contract.requests.get, one);
  // @ts-expect-error a field that no answer has
  return request.customer_name;
}
