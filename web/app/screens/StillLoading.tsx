import classes from './StillLoading.module.css';

/** Says after a while that the connection is slow. Without a script, because it may be the script that has not arrived. */
export const StillLoading = () => <span className={classes.slow}>Slow connection. Still loading…</span>;
