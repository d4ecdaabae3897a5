import { type ReactElement, useMemo, useSyncExternalStore } from 'react';
import { ResponsiveContainer } from 'recharts';
import { useTurn } from './useTurn.ts';

/** In pixels: a chart on half and on the whole width of A4 and Letter, inside its card, and the most that it is high there. */
const ON_PAPER = { half: { width: 300, height: 400 }, whole: { width: 650, height: 230 } };

const print = window.matchMedia('print');
let isPrinting = false;

/** The event comes before the browser lays the pages out and counts them, the media query only while it does. */
function onPrint(changed: () => void) {
  const set = (value: boolean) => () => {
    isPrinting = value;
    changed();
  };
  const [begin, end] = [set(true), set(false)];
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  print.addEventListener('change', changed);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    print.removeEventListener('change', changed);
  };
}

type Props = {
  height: number;
  onPaper: keyof typeof ON_PAPER;
  /** How high it is on paper at most, when that is not its height. */
  heightOnPaper?: number;
  children: ReactElement;
};

/** A chart as wide as its place. It is drawn when its turn comes. For a print it is drawn anew, so that its labels are as large as the text around it. */
export function ChartFrame({ height, onPaper, heightOnPaper = height, children }: Props) {
  const isPrinted = useSyncExternalStore(onPrint, () => isPrinting || print.matches);
  const drawn = useTurn(children);
  const onScreen = useMemo(
    () =>
      drawn && (
        <ResponsiveContainer width="100%" height={height}>
          {drawn}
        </ResponsiveContainer>
      ),
    [drawn, height],
  );
  if (isPrinted) {
    const { width, height: most } = ON_PAPER[onPaper];
    return (
      <ResponsiveContainer width={width} height={Math.min(heightOnPaper, most)}>
        {children}
      </ResponsiveContainer>
    );
  }
  return onScreen ?? <div style={{ height }} />;
}
