import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { Notice } from '#web/ui/base/content/Notice.tsx';

/** In milliseconds: how long something may take before the screen says that the connection is slow. */
const PATIENCE_MS = 4_000;

/** Says that the connection is slow while a read, a change or a screen takes long. Nothing is given up (spec §7: no client timeout). */
export function SlowNote() {
  const isReading = useIsFetching() > 0;
  const isChanging = useIsMutating() > 0;
  const isOpening = useNavigation().state !== 'idle';
  const isBusy = isReading || isChanging || isOpening;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isBusy]);
  if (!isSlow) return null;
  return <Notice tone="info">Slow connection. {isChanging ? 'Still saving' : 'Still loading'}…</Notice>;
}
