import { IconCheck, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { paths } from '#contract/words/paths.ts';
import actions from '#web/ui/base/Action.module.css';
import { copyText } from '#web/ui/base/copy-text.ts';
import classes from './TrackResult.module.css';

type Said = 'nothing' | 'copied' | 'failed';

/** Passes the page on: by the phone's own share sheet, elsewhere as a link on the clipboard. */
export function TrackShare({ trackingId, title }: { trackingId: string; title: string }) {
  const [said, setSaid] = useState<Said>('nothing');
  const share = async () => {
    const url = new URL(paths.track(trackingId), location.origin).href;
    try {
      if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
        await navigator.share({ title, url });
        setSaid('nothing');
      } else {
        setSaid((await copyText(url)) ? 'copied' : 'failed');
      }
    } catch (error) {
      // A share sheet that was closed again is no failure.
      setSaid(error instanceof DOMException && error.name === 'AbortError' ? 'nothing' : 'failed');
    }
  };
  return (
    <div className={classes.share}>
      <button type="button" className={actions.secondary} onClick={share}>
        {said === 'copied' ? <IconCheck size={20} aria-hidden /> : <IconShare size={20} aria-hidden />}
        Share this page
      </button>
      <p role="status">
        {said === 'copied' && 'Link copied to the clipboard.'}
        {said === 'failed' && 'Could not be copied: the link is in the address bar.'}
      </p>
    </div>
  );
}
