import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useMatches } from 'react-router';
import { type Role, roles } from '#contract/words/roles.ts';
import { ToastProvider } from '#web/ui/mantine/content/Toasts.tsx';
import { MantineRoot } from './dashboard/MantineRoot.tsx';
import { queryClient } from './dashboard/query-client.ts';
import { Shell } from './dashboard/Shell.tsx';
import { Guard } from './Guard.tsx';

const rolesIn = (handle: unknown): readonly Role[] | null => {
  const named = handle && typeof handle === 'object' && 'roles' in handle ? handle.roles : null;
  return Array.isArray(named) ? roles.filter((role) => named.includes(role)) : null;
};

/** The layout of everything under /dashboard. Admits the roles that the matched route names in its handle. */
export function Component() {
  const allowed = useMatches()
    .map(({ handle }) => rolesIn(handle))
    .findLast(Boolean);
  return (
    <Guard roles={allowed ?? null}>
      {(user) => (
        <QueryClientProvider client={queryClient}>
          <MantineRoot>
            <ToastProvider>
              <Shell user={user}>
                <Outlet />
              </Shell>
            </ToastProvider>
          </MantineRoot>
        </QueryClientProvider>
      )}
    </Guard>
  );
}
