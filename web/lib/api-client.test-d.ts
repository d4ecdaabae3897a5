import { api } from '#contract/api.ts';
import { call } from './api-client.ts';

/** What the compiler must refuse in the browser's calls; nothing here runs. */
export async function guarantees() {
  // @ts-expect-error a misspelt input
  await call(api.auth.login, { body: { emial: 'a@b.co', password: 'x' } });

  // @ts-expect-error a missing input
  await call(api.requests.assign, { params: { id: '1' }, body: {} });

  // @ts-expect-error a path parameter left out
  await call(api.requests.get, {});

  // @ts-expect-error files on a call that takes none
  await call(api.auth.login, { body: { email: 'a@b.co', password: 'x' }, files: [] });

  const { user } = await call(api.auth.me, {});
  // @ts-expect-error a field that no answer has
  return user.password;
}
