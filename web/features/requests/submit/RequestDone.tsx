import { IconCheck, IconCopy, IconPhone } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { useOpenState } from '#web/lib/useOpenState.ts';
import { copyText } from '#web/ui/base/behaviour/copy-text.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import actions from '#web/ui/base/style/Action.module.css';
import { topOfficePlace } from '../draft/draft-places.ts';
import classes from './RequestDone.module.css';
import type { AcceptedRequest } from './useAccepted.ts';
import { useResolveMessage } from './useResolveMessage.ts';

/** Asks for a call, because nobody reads an emergency outside office hours (spec §1). */
function CallNow({ opens }: { opens: string | null }) {
  const { emergency_phone, calls } = useBusiness();
  return (
    <div className={classes.urgent} role="alert">
      <p>
        <strong>Call now.</strong>{' '}
        {opens === null
          ? 'The office is closed: nobody reads your request now.'
          : `The office is closed: nobody reads your request before it opens ${opens}.`}
      </p>
      <a className={actions.danger} href={calls.emergency_phone}>
        <IconPhone size={20} aria-hidden />
        Call {emergency_phone}
      </a>
    </div>
  );
}

/**
 * Shown after a request was accepted: the tracking ID, with buttons to copy and to track (spec §2 Request). After an
 * emergency outside office hours the call comes first. An admin goes on with the request, and with the message that it was made from.
 */
export function RequestDone({
  trackingId,
  isEmergency,
  isRepeat,
  requestId,
  contact,
  onAnother,
  onResolved,
}: AcceptedRequest & { onAnother: () => void; onResolved: () => void }) {
  const office = useOpenState();
  // The office has the customer on the telephone.
  const closed = isEmergency && requestId === null && office?.isOpen === false ? office : null;
  const heading = useRef<HTMLHeadingElement>(null);
  const [hasBegun] = useState(() => requestId !== null && topOfficePlace() !== null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus();
  }, []);
  const message = useResolveMessage(contact, () => {
    // The pressed button goes, and the focus with it.
    heading.current?.focus();
    onResolved();
  });
  const copy = async () => setCopied((await copyText(trackingId)) ? 'yes' : 'failed');
  return (
    <div className={classes.room}>
      <section className={classes.done} aria-labelledby="request-done">
        <svg className={classes.lamp} viewBox="0 0 120 120" aria-hidden="true">
          <path className={classes.cone} d="M48 46 14 116h92L72 46z" />
          <path className={classes.pole} d="M60 4v28" />
          <path className={classes.shade} d="M36 50a24 24 0 0 1 48 0z" />
        </svg>
        <h2 id="request-done" ref={heading} tabIndex={-1}>
          {requestId === null ? 'Request received' : 'Request entered'}
        </h2>
        {isRepeat && <Notice tone="info">Another tab had already sent this request. It was sent only once.</Notice>}
        {closed && <CallNow opens={closed.opens} />}
        <p>
          {requestId === null
            ? 'Keep this tracking ID. It tells you where your request stands, at any hour.'
            : 'Give the customer this tracking ID. It tells where the request stands, at any hour.'}
        </p>
        <p className={classes.id}>
          <span className={classes.label}>Tracking ID</span>
          <output className={classes.code}>{trackingId}</output>
        </p>
        <p className={classes.said} role="status">
          {copied === 'yes' && 'Copied to the clipboard.'}
          {copied === 'failed' && 'Could not be copied: please select and copy the ID.'}
        </p>
        {message.outcome && <Notice tone={message.outcome.tone}>{message.outcome.text}</Notice>}
        <div className={classes.actions}>
          {requestId !== null && (
            <>
              <a className={actions.primary} href={paths.adminDashboard({ requestId, tab: 'assignment' })}>
                Assign now
              </a>
              <a className={actions.secondary} href={paths.adminDashboard({ requestId })}>
                Open in the dashboard
              </a>
              {contact !== null && (
                <button
                  type="button"
                  className={actions.secondary}
                  onClick={message.resolve}
                  // Not disabled, because a disabled button loses the focus.
                  aria-disabled={message.isSending || undefined}
                >
                  Mark the message as resolved
                </button>
              )}
            </>
          )}
          <button
            type="button"
            className={closed || requestId !== null ? actions.secondary : actions.primary}
            onClick={copy}
          >
            {copied === 'yes' ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
            Copy Tracking ID
          </button>
          <Link className={actions.secondary} to={paths.track(trackingId)}>
            Track this request
          </Link>
          <button type="button" className={actions.secondary} onClick={onAnother}>
            {hasBegun ? 'Continue the request you began' : 'Submit another request'}
          </button>
        </div>
      </section>
    </div>
  );
}
