import { useEffect, useState } from 'react';

/** How long an alert above a list stays (spec §9). */
const FLASH = 5000;

/** One alert at a time that vanishes by itself; a newer one starts the time anew. */
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
