import type { ComponentProps, ReactNode } from 'react';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { EntriesBack } from '#web/ui/base/form/EntriesBack.tsx';
import { FlashNotice } from '../content/FlashNotice.tsx';

type Props = {
  /** Whether the fields hold what was entered when a session ended. */
  isBack: boolean;
  /** What the user has to decide before the form can be saved; null when nothing. */
  conflict: ReactNode;
  /** Why the last try failed. */
  failure: string | null;
  /** What the form says when it has saved. Left out where the form has closed by then, and the page says it. */
  saved?: ComponentProps<typeof FlashNotice>['flash'];
};

/** How an edit form stands: the same in every one of them, between its fields and its buttons. */
export const FormOutcome = ({ isBack, conflict, failure, saved }: Props) => (
  <>
    <EntriesBack shown={isBack} />
    {conflict || (failure && <Notice tone="danger">{failure}</Notice>)}
    {saved && <FlashNotice flash={saved} />}
  </>
);
