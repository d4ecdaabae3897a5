type Props = { lit?: boolean };

/** A drawing of a pendant lamp over an empty table: lit when nothing is wrong, dark when something failed. */
export function LampArt({ lit = true }: Props) {
  return (
    <svg width="128" height="104" viewBox="0 0 128 104" fill="none" role="presentation" aria-hidden="true">
      {lit && <path d="M44 44 20 92h88L84 44Z" fill="var(--color-accent-bg)" />}
      <path d="M64 0v20" stroke="currentColor" strokeWidth="2" />
      <path d="M56 20h16l4 6H52Z" fill="currentColor" />
      <path d="M40 44a24 20 0 0 1 48 0Z" fill="var(--color-surface-3)" stroke="currentColor" strokeWidth="2" />
      <path d="M55 45a9 8 0 0 0 18 0Z" fill={lit ? 'var(--color-accent)' : 'var(--color-surface-2)'} />
      {!lit && <path d="M55 45a9 8 0 0 0 18 0" stroke="currentColor" strokeWidth="2" />}
      <path d="M14 93h100" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path d="M30 93v11M98 93v11" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
