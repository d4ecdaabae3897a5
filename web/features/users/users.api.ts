import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { CallOf } from '#contract/endpoint.ts';
import type { User } from '#contract/users.ts';
import { ApiError, call } from '#web/lib/api-client.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';

const all = ['users'] as const;

/** The queries about staff. */
export const userQueries = {
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'],
      queryFn: async ({ signal }) => (await call(api.users.list, {}, { signal })).users,
    }),
};

export type NewUser = CallOf<typeof api.users.create>['body'];
export type UserChange = CallOf<typeof api.users.update>['body'];

/** Creates a user, or changes `existing`. Reads the list again afterwards. */
export function useSaveUser(existing: User | null) {
  const client = useQueryClient();
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: async (body: NewUser | UserChange) => {
      const answer = existing
        ? await call(api.users.update, { params: { id: String(existing.id) }, body: body as UserChange }, options())
        : await call(api.users.create, { body: body as NewUser }, options());
      return answer.user;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
    // The change may be based on an old version: the newest list is loaded before the refusal is shown.
    onError: (error) =>
      error instanceof ApiError && error.code === 'conflict' ? client.invalidateQueries({ queryKey: all }) : undefined,
  });
}
