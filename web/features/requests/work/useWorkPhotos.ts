import { useRef, useState } from 'react';
import { FILES_BYTES_LIMIT, fileTexts, PHOTOS_MAX } from '#contract/words/files.ts';
import { checkFiles } from '#web/lib/pictures/check-files.ts';
import { useAddedFiles } from '#web/ui/base/form/useAddedFiles.ts';

/** In pixels: enough to read a name plate, and a few hundred kilobytes as a JPEG. */
const AREA = 2000 * 1500;

const identityOf = ({ name, size, lastModified }: File) => `${name}-${size}-${lastModified}`;

/** The photos of a work order, in their order. Each is shrunk on the device before it is in the list. */
export function useWorkPhotos(kept: readonly File[], onChange: (photos: readonly File[]) => void) {
  const [photos, setPhotos] = useState(kept);
  const [preparing, setPreparing] = useState<{ ready: number; of: number } | null>(null);
  const latest = useRef(photos);
  // By these the list knows a chosen file again, because a shrunk photo has another size and name.
  const chosenAs = useRef(new WeakMap<File, string>());
  const show = (next: readonly File[]) => {
    latest.current = next;
    setPhotos(next);
    onChange(next);
  };
  const adding = useAddedFiles({
    current: () => latest.current,
    onChange: show,
    max: PHOTOS_MAX,
    check: async (chosen, added) => {
      const known = new Set(added.flatMap((file) => [identityOf(file), chosenAs.current.get(file) ?? '']));
      const fresh = chosen.filter((file) => !known.has(identityOf(file)));
      setPreparing({ ready: 0, of: fresh.length });
      const checked = await checkFiles(fresh, {
        added,
        max: PHOTOS_MAX,
        maxBytes: FILES_BYTES_LIMIT,
        shrinking: { from: 0, area: AREA },
        kind: 'images',
        tooMany: fileTexts.tooManyPhotos,
        onReady: (file, ready) => {
          chosenAs.current.set(ready, identityOf(file));
          setPreparing((now) => now && { ...now, ready: now.ready + 1 });
        },
      });
      setPreparing(null);
      return checked;
    },
  });
  return {
    photos,
    adding,
    /** How many of the chosen photos are ready; null when there are none to prepare. */
    preparing,
    current: () => latest.current,
    /** Removes these photos and keeps the others. */
    removeAll: (unwanted: readonly File[]) => show(latest.current.filter((photo) => !unwanted.includes(photo))),
    clear: () => {
      latest.current = [];
      setPhotos([]);
    },
  };
}
