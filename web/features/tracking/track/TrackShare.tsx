import { IconCheck, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { paths } from '#contract/words/paths.ts';
import { copyText } from '#web/ui/base/behaviour/copy-text.ts';
import actions from '#web/ui/base/style/Action.module.css';
import classes from './TrackResult.module.css';

type ShareResult = 'nothing' | 'copied' | 'failed';

/** Shares the page: with the phone's share sheet, elsewhere as a link on the clipboard. */
export function TrackShare({ trackingId, title }: { trackingId: string; title: string }) {
  const [result, setResult] = useState<ShareResult>('nothing');
  const share = async () => {
    const url = new URL(paths.track(trackingId), location.origin).href;
    try {
      if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
        await navigator.share({ title, url });
        setResult('nothing');
      } else {
        setResult((await copyText(url)) ? 'copied' : 'failed');
      }
    } catch (error) {
      // The visitor has closed the share sheet, which is not a failure.
      setResult(error instanceof DOMException && error.name === 'AbortError' ? 'nothing' : 'failed');
    }
  };
  return (
    <div className={classes.share}>
      <button type="button" className={actions.secondary} onClick={share}>
        {result === 'copied' ? <IconCheck size={20} aria-hidden /> : <IconShare size={20} aria-hidden />}
        Share this page
      </button>
      <p role="status">
        {result === 'copied' && 'Link copied to the clipboard.'}
        {result === 'failed' && 'Could not be copied: the link is in the address bar.'}
      </p>
    </div>
  );
}
