import { Progress } from '@mantine/core';
import { Notice } from '#web/ui/base/Notice.tsx';
import type { Work } from './useWorkForm.ts';
import classes from './work-order.module.css';

/** Above the buttons, always in sight: what is missing, how far the upload is, how it ended. */
export function SendingNote({ work }: { work: Work }) {
  if (work.success) return <Notice tone="success">{work.success}</Notice>;
  if (work.sending && work.photos.length > 0) {
    const percent = Math.round(work.progress * 100);
    return (
      <div className={classes.sending}>
        <span>{percent < 100 ? `Sending photos, ${percent}%` : 'Photos sent, saving'}</span>
        <Progress value={percent} aria-label="Upload" />
      </div>
    );
  }
  if (work.failure) return <Notice tone="danger">{work.failure}</Notice>;
  return work.hint ? <Notice tone="warning">{work.hint}</Notice> : null;
}
