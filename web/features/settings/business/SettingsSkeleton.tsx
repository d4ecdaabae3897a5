import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './settings.module.css';

/** The outline of the form while the details load. */
export function SettingsSkeleton() {
  return (
    <div className={classes.columns} role="status">
      <VisuallyHidden>Loading settings</VisuallyHidden>
      <div className={classes.sections}>
        {[2, 2, 4].map((rows, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
          <div key={i} className={classes.section}>
            <Skeleton height={18} width="30%" />
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
              <Skeleton key={row} height={38} />
            ))}
          </div>
        ))}
      </div>
      <div className={classes.preview}>
        <Skeleton height={18} width="50%" />
        <Skeleton height={96} />
        <Skeleton height={160} />
      </div>
    </div>
  );
}
