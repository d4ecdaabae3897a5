import { useEffect, useState } from 'react';

/** In milliseconds: a password is judged when its typing pauses for this long. */
const PAUSE_MS = 300;

type Judged = { problem: string | null };

/**
 * Asks the server about a new password while it is typed.
 * @param person whom it is for, as far as the form knows
 * @returns the newest verdict on what is typed; null before the first one, and while the field is blank
 */
export function usePasswordAdvice(password: string, person: { name?: string; email?: string }): Judged | null {
  const [judged, setJudged] = useState<Judged | null>(null);
  const { name, email } = person;
  useEffect(() => {
    if (!password) return setJudged(null);
    const ended = new AbortController();
    const timer = setTimeout(async () => {
      try {
        // Loaded with the first letter, because the schemas are larger than the page.
        const [{ auth }, { call }] = await Promise.all([import('#contract/auth.ts'), import('../api-client.ts')]);
        setJudged(await call(auth.checkPassword, { body: { password, name, email } }, { signal: ended.signal }));
      } catch {
        // The form says what is wrong when it is sent.
        if (!ended.signal.aborted) setJudged(null);
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [password, name, email]);
  return judged;
}
