import { Navigate } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { EmptyState } from '#web/ui/base/content/EmptyState.tsx';
import { LampArt } from '#web/ui/base/content/LampArt.tsx';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { linksOf } from './dashboard/links.ts';

/** /dashboard: redirects to the role's own dashboard, and greets users whose role has none (spec §2 route table). */
export function Component() {
  const { user } = useSession();
  const home = user && linksOf(user.role)[0]?.to;
  if (home && home !== paths.dashboard) return <Navigate to={home} replace />;
  return (
    <>
      <PageHead title="Dashboard" intro={`Welcome, ${user?.name ?? ''}`} />
      <EmptyState art={<LampArt />} title="You are signed in">
        There is no dashboard for your role yet. Your administrator can change your role under User Management.
      </EmptyState>
    </>
  );
}
