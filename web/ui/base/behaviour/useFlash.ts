import { useEffect, useState } from 'react';

/**
 * Shows one alert at a time and removes it after a while. A newer alert restarts the time.
 * @param duration in milliseconds: how long an alert stays (spec §9)
 */
export function useFlash(duration = 5000) {
  const [flash, setFlash] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!flash) return;
    const timer = setTimeout(() => setFlash(null), duration);
    return () => clearTimeout(timer);
  }, [flash, duration]);
  return {
    text: flash?.text ?? null,
    show: (text: string) => setFlash({ text }),
    clear: () => setFlash(null),
  };
}
