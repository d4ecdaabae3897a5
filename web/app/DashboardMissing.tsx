import { Button } from '@mantine/core';
import { dashboardOf } from '#contract/words/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { EmptyState } from '#web/ui/base/content/EmptyState.tsx';
import { LampArt } from '#web/ui/base/content/LampArt.tsx';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';

/** The not-found page of the dashboards. */
export function Component() {
  const { user } = useSession();
  return (
    <>
      <PageHead title="Page not found" />
      <EmptyState
        art={<LampArt lit={false} />}
        title="There is nothing at this address"
        action={
          <Button component="a" href={user ? dashboardOf(user.role) : '/'} variant="default">
            Go to my dashboard
          </Button>
        }
      >
        It may have moved, or the link was cut short.
      </EmptyState>
    </>
  );
}
