import type { ComponentProps } from 'react';
import type { RequestDetail } from '#contract/request-answers.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { EditConflict } from '#web/ui/mantine/form/EditConflict.tsx';
import { changeOf, lastChangerOf } from './request-changes.ts';

type Props = Omit<ComponentProps<typeof EditConflict>, 'what' | 'by' | 'isOwn'> & {
  /** The request as it is now. */
  now: RequestDetail;
};

/** Says that a request changed during an edit, and who changed it. */
export function RequestConflict({ now, ...conflict }: Props) {
  const { user } = useSession();
  const { what, by } = changeOf(now, conflict.rows);
  // Names are not unique, so a change is the user's own only when it is the last one.
  const isOwn = user !== null && now.changed_by === user.id && by === lastChangerOf(now);
  return <EditConflict what={what} by={by} isOwn={isOwn} {...conflict} />;
}
