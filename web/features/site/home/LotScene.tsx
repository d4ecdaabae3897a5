import art from '../art/art.module.css';
import classes from './LotScene.module.css';

/** A pole with two heads; its light falls on the ground at y = 430. */
function Pole({ x, className }: { x: number; className?: string | undefined }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <g className={className}>
        <path className={classes.cone} d="M-58 20-138 430H12L-40 20z" />
        <path className={classes.cone} d="M58 20 138 430H-12L40 20z" />
        <ellipse className={art.pool} cx="0" cy="431" rx="134" ry="11" />
      </g>
      <path className={art.line} d="M0 430V0M-52 4c16-10 36-14 52-14s36 4 52 14" />
      <path className={art.steel} d="M-66 6h34l4 12h-42zM66 6H32l-4 12h42z" />
      <g className={className}>
        <path className={art.lamp} d="M-66 18h36l-4 6h-28zM66 18H30l4 6h28z" />
      </g>
      <path className={art.steel} d="M-9 416H9v15H-9z" />
    </g>
  );
}

/** A drawing of a store and its parking lot in the evening, with a technician at the last pole. */
export function LotScene() {
  return (
    <svg className={classes.scene} viewBox="0 -96 744 536" aria-hidden="true">
      <defs>
        <linearGradient id="lot-light" x1="0" y1="0" x2="0" y2="1">
          <stop className={classes.near} offset="0" />
          <stop className={classes.far} offset="1" />
        </linearGradient>
      </defs>
      <circle className={art.soft} cx="168" cy="6" r="19" />
      <path className={art.wall} d="M30 270h240v160H30z" />
      <path className={art.soft} d="M20 252h260v20H20z" />
      <path className={art.pale} d="M52 304h56v126H52zM122 304h56v126h-56zM192 304h56v126h-56z" />
      <path className={art.beam} d="M52 304h56v126H52zM122 304h56v126h-56zM192 304h56v126h-56z" />
      <path className={art.fine} d="M80 304v126M150 304v126M220 304v126M52 336h56M122 336h56M192 336h56" />
      <path className={art.steel} d="M70 282h20v8H70zM140 282h20v8h-20zM210 282h20v8h-20z" />
      <path className={classes.cone} d="M74 290h12l18 62H56zM144 290h12l18 62h-48zM214 290h12l18 62h-48z" />
      <Pole x={372} />
      <Pole x={566} className={classes.relit} />
      <g transform="translate(112 0)">
        <path className={art.soft} d="M300 414v-22a8 8 0 0 1 6-8l16-3 14-19h44l16 20 16 4a8 8 0 0 1 6 8v20z" />
        <path className={art.pale} d="m328 381 11-14h18v14zM362 367h14l11 14h-25z" />
        <circle className={art.steel} cx="326" cy="416" r="13" />
        <circle className={art.steel} cx="392" cy="416" r="13" />
      </g>
      <path className={art.line} d="M682 384 694 236 656 84" />
      <circle className={art.steel} cx="694" cy="236" r="6" />
      <g transform="translate(0 -92)">
        <circle className={art.soft} cx="650" cy="112" r="9" />
        <path className={classes.hat} d="M639 110a11 11 0 0 1 22 0z" />
        <path className={art.steel} d="M638 122h24v30h-24z" />
        <path className={art.line} d="m642 128-12-14" />
        <path className={art.soft} d="M632 142h38v40h-38z" />
        <path className={art.fine} d="M632 154h38" />
      </g>
      <path className={art.soft} d="M638 412v-28h58v-22h22a6 6 0 0 1 5 3l15 25v22z" />
      <path className={art.pale} d="M704 370h12l12 20h-24z" />
      <circle className={art.steel} cx="660" cy="416" r="13" />
      <circle className={art.steel} cx="718" cy="416" r="13" />
    </svg>
  );
}
