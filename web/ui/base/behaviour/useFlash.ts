import { useEffect, useState } from 'react';

/**
 * Shows one alert at a time and removes it after a while. A newer alert restarts the time.
 * @param duration in milliseconds: how long an alert stays (spec §9); null when somebody has to act on it: it stays until it is dismissed
 */
export function useFlash(duration: number | null = 5000) {
  const [flash, setFlash] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!flash || duration === null) return;
    const timer = setTimeout(() => setFlash(null), duration);
    return () => clearTimeout(timer);
  }, [flash, duration]);
  return {
    text: flash?.text ?? null,
    show: (text: string) => setFlash({ text }),
    clear: () => setFlash(null),
  };
}
