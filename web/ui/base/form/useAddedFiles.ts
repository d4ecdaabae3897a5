import { useCallback, useRef, useState } from 'react';

type Options = {
  /** The files added so far, as they are at this moment, rendered or not. */
  current: () => readonly File[];
  onChange: (files: File[]) => void;
  /** The most files there may be. */
  max: number;
  /** Decides which of the chosen files are added to those that are there already. Never rejects. */
  check: (
    chosen: readonly File[],
    added: readonly File[],
  ) => Promise<{ good: readonly File[]; problem: string | null; advice?: string | null }>;
  /** Receives the work whenever files are chosen: it ends when they are in the list, and never rejects. */
  onPreparing?: (work: Promise<void>) => void;
};

type Refusal = { problem: string | null; advice: string | null };
const none: Refusal = { problem: null, advice: null };

/**
 * Adds chosen files to a list. To check a file may take time, because a large photo is shrunk first. So the choices are
 * handled one after the other, each on the list as the one before has left it.
 */
export function useAddedFiles(options: Options) {
  const latest = useRef(options);
  latest.current = options;
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [preparing, setPreparing] = useState(0);
  const [{ problem, advice }, setRefusal] = useState<Refusal>(none);

  /** Takes the files out of an input. */
  const add = useCallback((input: HTMLInputElement): void => {
    const chosen = [...(input.files ?? [])];
    // Emptied, so that the same file can be chosen again after it was removed.
    input.value = '';
    setPreparing((count) => count + 1);
    queue.current = queue.current.then(async () => {
      const { current, onChange, max, check } = latest.current;
      const { good, problem, advice = null } = await check(chosen, current());
      setRefusal({ problem, advice });
      // Files may have been removed in the meantime: the list is read again.
      onChange([...current(), ...good].slice(0, max));
      setPreparing((count) => count - 1);
    });
    latest.current.onPreparing?.(queue.current);
  }, []);
  const remove = useCallback((index: number) => {
    const { current, onChange } = latest.current;
    setRefusal(none);
    onChange(current().filter((_, at) => at !== index));
  }, []);

  return {
    add,
    remove,
    /** Whether chosen files are still being checked or shrunk. What is sent must wait for them. */
    isPreparing: preparing > 0,
    /** Why a chosen file was not added, for people; null when all were. */
    problem,
    /** What to do about a file that was not added, for people; null when its problem says enough. */
    advice,
  };
}

export type AddedFiles = ReturnType<typeof useAddedFiles>;
