import { Notice } from '../content/Notice.tsx';

/** Says that the form holds again what was entered when the session ended. */
export const EntriesBack = ({ shown }: { shown: boolean }) =>
  shown ? <Notice tone="info">What you had entered is back.</Notice> : null;
