import classes from './Brand.module.css';

/** The contractor's name beside a lamp whose light falls on it. */
export function Brand({ name }: { name: string }) {
  return (
    <span className={classes.brand}>
      <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
        <path className={classes.cone} d="M12 13 4 29h24L20 13z" />
        <path className={classes.pole} d="M16 2v7" />
        <path className={classes.shade} d="M9 14a7 7 0 0 1 14 0z" />
      </svg>
      <span className={classes.name}>{name}</span>
    </span>
  );
}
