import { useEffect, useState } from 'react';

/** In milliseconds: how long an alert above a list stays (spec §9). */
const FLASH = 5000;

/** Shows one alert at a time and removes it after a while. A newer alert restarts the time. */
export function useFlash() {
  const [flash, setFlash] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!flash) return;
    const timer = setTimeout(() => setFlash(null), FLASH);
    return () => clearTimeout(timer);
  }, [flash]);
  return {
    text: flash?.text ?? null,
    show: (text: string) => setFlash({ text }),
    clear: () => setFlash(null),
  };
}
