import { Button, Progress } from '@mantine/core';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import type { Work } from './useWorkForm.ts';
import classes from './WorkProgressNote.module.css';

/** The note above the buttons: what is missing, the progress of the upload, and the result. */
export function WorkProgressNote({ work }: { work: Work }) {
  if (work.success) return <Notice tone="success">{work.success}</Notice>;
  if (work.isSending && work.photos.photos.length > 0) {
    const percent = Math.round(work.progress * 100);
    return (
      <div className={classes.progress}>
        <span>{percent < 100 ? `Sending photos, ${percent}%` : 'Photos sent, saving'}</span>
        <Progress value={percent} aria-label="Upload" />
      </div>
    );
  }
  const { failure, refusedPhotos } = work;
  const canLeaveOut = refusedPhotos.length > 0;
  // Without a connection nothing has failed yet.
  if (work.isWaiting && work.hasNoConnection) {
    return work.isStored ? (
      <Notice tone="info">Saved on this device. It is sent when there is a connection.</Notice>
    ) : (
      <Notice tone="warning">Waiting for a connection. {UNSTORED}</Notice>
    );
  }
  if (failure && !work.conflict) {
    return (
      <Notice tone="danger" {...(canLeaveOut && { action: <SendWithout work={work} /> })}>
        {failure}
        {work.isWaiting && !canLeaveOut && `${/[.!?]$/.test(failure) ? '' : '.'} ${waitingText(work)}`}
      </Notice>
    );
  }
  if (work.hint) return <Notice tone="warning">{work.hint}</Notice>;
  return work.isStored ? null : <Notice tone="warning">{UNSTORED}</Notice>;
}

/** Removes the photos that the server can't use and sends everything else again, because the customer may have left. */
function SendWithout({ work }: { work: Work }) {
  const send = () => {
    work.photos.removeAll(work.refusedPhotos);
    void work.send();
  };
  return (
    <Button variant="default" onClick={send} disabled={!work.canSend}>
      {work.refusedPhotos.length > 1 ? 'Send Without Them' : 'Send Without It'}
    </Button>
  );
}

const UNSTORED = 'This browser cannot store what you enter: leave this page open until it is sent.';

const waitingText = ({ isStored }: Work) =>
  `Not sent yet: it is sent again in a moment. ${isStored ? 'Everything is kept on this device.' : UNSTORED}`;
