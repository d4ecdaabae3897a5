import art from '../art/art.module.css';

/** A drawing of a service van beside a lit pole. */
export function CrewScene() {
  return (
    <svg className={art.art} viewBox="0 0 520 320" aria-hidden="true">
      <path className={art.beam} d="M398 62 300 290h196z" />
      <ellipse className={art.pool} cx="398" cy="290" rx="112" ry="12" />
      <path className={art.line} d="M440 290V48h-36" />
      <path className={art.steel} d="M372 44h56l6 14h-66z" />
      <path className={art.lamp} d="M374 58h54l-5 7h-44z" />
      <path className={art.soft} d="M60 262V162a14 14 0 0 1 14-14h150l52 46 34 10a12 12 0 0 1 9 12v46z" />
      <path className={art.pale} d="M206 164h14l34 30h-48z" />
      <path className={art.wall} d="M78 176h104v42H78z" />
      <path className={art.lamp} d="m134 180-16 21h11l-5 14 17-22h-11z" />
      <path className={art.line} d="M74 134h152M84 122v12M120 122v12M156 122v12M192 122v12M74 122h152" />
      <path className={art.lamp} d="M306 226h14v14h-14z" />
      <circle className={art.steel} cx="114" cy="264" r="26" />
      <circle className={art.wall} cx="114" cy="264" r="11" />
      <circle className={art.steel} cx="258" cy="264" r="26" />
      <circle className={art.wall} cx="258" cy="264" r="11" />
      <path className={art.line} d="M8 291h504" />
    </svg>
  );
}
