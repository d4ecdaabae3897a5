import type { FailedCall } from '#web/lib/forms/failed-call.ts';
import { Notice } from '../content/Notice.tsx';

/** Says that a public form was not sent, and that there is no connection when that is why. */
export const FailureNotice = ({ text, isOffline, tone = 'danger' }: FailedCall & { tone?: 'danger' | 'info' }) => (
  <Notice tone={tone}>
    <span>{text}</span>
    {isOffline && (
      <>
        <br />
        <span>There seems to be no connection.</span>
      </>
    )}
  </Notice>
);
