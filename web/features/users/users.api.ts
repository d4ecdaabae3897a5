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
  /** The number of a user's open requests, and who could take them over. */
  openWork: (id: number) =>
    queryOptions({
      // Not among the reads of users: after a deletion there is nobody to ask about.
      queryKey: ['open work', id],
      queryFn: async ({ signal }) => {
        const [{ open }, { assignees }] = await Promise.all([
          call(api.requests.openWork, { params: { id: String(id) } }, { signal }),
          call(api.requests.assignees, {}, { signal }),
        ]);
        return { open, takers: assignees.filter((one) => one.id !== id) };
      },
      refetchInterval: false,
    }),
};

export type NewUser = CallOf<typeof api.users.create>['body'];
type UserChange = CallOf<typeof api.users.update>['body'];

/** Who takes over the open requests of a user who is leaving. */
type Taking = { taker_id?: number | undefined };

/** Reads the list again after a change, and after a refusal, which may mean that the change was based on an old version. */
function useReread() {
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey: all });
  const isRefusal = (error: unknown) =>
    error instanceof ApiError && (error.code === 'conflict' || error.code === 'not_found');
  return {
    onSuccess: reread,
    // The newest list is loaded before the refusal is shown.
    onError: (error: unknown) => (isRefusal(error) ? reread() : undefined),
  };
}

/** Creates a user. The same key again, after a lost answer, creates nothing twice. */
export function useCreateUser() {
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: async ({ body, idempotencyKey }: { body: NewUser; idempotencyKey: string }) =>
      (await call(api.users.create, { body, idempotencyKey }, options())).user,
    ...useReread(),
  });
}

/** Changes a user. */
export function useUpdateUser() {
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: async ({ id, body }: { id: number; body: UserChange }) =>
      (await call(api.users.update, { params: { id: String(id) }, body }, options())).user,
    ...useReread(),
  });
}

/** Activates or deactivates a user, as the row says that the user saw. */
export function useToggleUser() {
  return useMutation({
    mutationFn: async ({ id, version, taker_id }: Pick<User, 'id' | 'version'> & Taking) =>
      (await call(api.users.toggleStatus, { params: { id: String(id) }, body: { version, taker_id } })).user,
    ...useReread(),
  });
}

/** Sends an invited user a new link to choose a password. */
export function useInviteUser() {
  return useMutation({
    mutationFn: async ({ id }: Pick<User, 'id'>) => (await call(api.users.invite, { params: { id: String(id) } })).user,
    ...useReread(),
  });
}

/** Deletes a user. */
export function useDeleteUser() {
  return useMutation({
    mutationFn: ({ id, taker_id }: Pick<User, 'id'> & Taking) =>
      call(api.users.remove, {
        params: { id: String(id) },
        query: { taker_id: taker_id === undefined ? undefined : String(taker_id) },
      }),
    ...useReread(),
  });
}
