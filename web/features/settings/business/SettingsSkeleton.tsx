import { Skeleton, VisuallyHidden } from '@mantine/core';
import section from '#web/domain/SettingsSection.module.css';
import classes from './settings.module.css';

/** The outline of the form while the details load. */
export function SettingsSkeleton() {
  return (
    <div className={`${section.columns} ${classes.columns}`} role="status">
      <VisuallyHidden>Loading settings</VisuallyHidden>
      <div className={section.sections}>
        {[2, 2, 4].map((rows, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
          <div key={i} className={section.box}>
            <Skeleton height={18} width="30%" />
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
              <Skeleton key={row} height={38} />
            ))}
          </div>
        ))}
      </div>
      <div className={`${section.box} ${classes.preview}`}>
        <Skeleton height={18} width="50%" />
        <Skeleton height={96} />
        <Skeleton height={160} />
      </div>
    </div>
  );
}
