import type { ComponentProps } from 'react';
import type { RequestDetail } from '#contract/request-answers.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { EditConflict } from '#web/ui/mantine/form/EditConflict.tsx';
import { lastChangerOf } from './request-changes.ts';

type Props = Omit<ComponentProps<typeof EditConflict>, 'what' | 'by' | 'isOwn'> & {
  /** The request as it is now. */
  now: RequestDetail;
};

/** Says that a request changed during an edit, and who changed it. */
export function RequestConflict({ now, ...conflict }: Props) {
  const { user } = useSession();
  const isOwn = user !== null && now.changed_by === user.id;
  return <EditConflict what="this request" by={lastChangerOf(now)} isOwn={isOwn} {...conflict} />;
}
