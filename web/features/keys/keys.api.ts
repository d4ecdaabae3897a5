import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { CallOf } from '#contract/endpoint.ts';
import type { ApiKeyInfo } from '#contract/keys.ts';
import { call } from '#web/lib/api-client.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';

const all = ['keys'] as const;

/** The query for the API keys, without their secrets. */
export const keyQueries = {
  list: () =>
    queryOptions({
      queryKey: all,
      queryFn: async ({ signal }) => (await call(api.keys.list, {}, { signal })).keys,
    }),
};

/** Reads the list again after a change, also after a lost answer: the key may have been made. */
function useReread() {
  const client = useQueryClient();
  return { onSettled: () => client.invalidateQueries({ queryKey: all }) };
}

/** Makes a key. The answer has its secret, which is not cached. */
export function useCreateKey() {
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: (body: CallOf<typeof api.keys.create>['body']) => call(api.keys.create, { body }, options()),
    gcTime: 0,
    ...useReread(),
  });
}

/** Ends a key. */
export function useEndKey() {
  return useMutation({
    mutationFn: async ({ id }: Pick<ApiKeyInfo, 'id'>) =>
      (await call(api.keys.end, { params: { id: String(id) } })).key,
    ...useReread(),
  });
}
