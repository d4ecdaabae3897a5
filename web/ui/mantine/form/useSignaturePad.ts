import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import Pad, { type PointGroup } from 'signature_pad';
import { INK, PAPER, scaled } from './signature-image.ts';

/** Strokes, with the width in pixels of the pad that they were drawn on. */
export type Ink = { strokes: PointGroup[]; width: number };
type Options = {
  active: boolean;
  /** What the pad begins with. */
  kept: Ink | null;
  onStroke: () => void;
  onResize: () => void;
};

/** Draws ink on a canvas. Keeps the strokes sharp and in place when the canvas is resized, as when a phone is turned. */
export function useSignaturePad(canvas: RefObject<HTMLCanvasElement | null>, options: Options) {
  const pad = useRef<Pad | null>(null);
  const begin = useEffectEvent(() => options.kept);
  const resized = useEffectEvent(options.onResize);
  const stroked = useEffectEvent(options.onStroke);
  const [strokes, setStrokes] = useState(options.kept?.strokes.length ?? 0);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const made = new Pad(element, { penColor: INK, backgroundColor: PAPER, minWidth: 0.8, maxWidth: 2.8 });
    pad.current = made;
    let width = 0;
    let kept = begin();
    const fit = () => {
      // The layout width, because a dialog that fades in is scaled by a transform.
      const wide = element.offsetWidth;
      if (wide === 0 || wide === width) return;
      const density = Math.max(window.devicePixelRatio || 1, 1);
      const data = kept?.strokes ?? made.toData();
      const drawnOn = kept?.width ?? width;
      const factor = drawnOn ? wide / drawnOn : 1;
      kept = null;
      width = wide;
      element.width = Math.round(wide * density);
      element.height = Math.round(element.offsetHeight * density);
      element.getContext('2d')?.scale(density, density);
      made.fromData(scaled(data, factor));
      resized();
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    const drawn = () => {
      setStrokes(made.toData().length);
      stroked();
    };
    made.addEventListener('endStroke', drawn);
    return () => {
      observer.disconnect();
      made.removeEventListener('endStroke', drawn);
      made.off();
      pad.current = null;
    };
  }, [canvas]);

  useEffect(() => {
    if (options.active) pad.current?.on();
    else pad.current?.off();
  }, [options.active]);

  /** Draws these strokes and no others. Returns how many there are. */
  const drawAgain = (data: PointGroup[]): number => {
    pad.current?.fromData(data);
    setStrokes(data.length);
    return data.length;
  };
  return {
    strokes,
    ink: (): Ink => ({ strokes: pad.current?.toData() ?? [], width: canvas.current?.offsetWidth ?? 0 }),
    clear: () => {
      pad.current?.clear();
      setStrokes(0);
    },
    /** Removes the last stroke and returns how many are left. */
    undo: (): number => drawAgain(pad.current?.toData().slice(0, -1) ?? []),
    /** Draws the strokes again, over whatever was written on the canvas. Returns how many there are. */
    show: (): number => drawAgain(pad.current?.toData() ?? []),
  };
}
