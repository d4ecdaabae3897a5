import { Link } from 'react-router';
import type { BackupSettings } from '#contract/backups.ts';
import { paths } from '#contract/words/paths.ts';
import { SettingsSection } from '#web/domain/SettingsSection.tsx';
import { Facts } from '#web/ui/base/Facts.tsx';
import { Notice } from '#web/ui/base/Notice.tsx';
import { Time } from '#web/ui/base/Time.tsx';
import classes from './backup-settings.module.css';

/** Where back-ups go, which only the server's own settings decide, and what to set while they go nowhere. */
export function Place({ settings: { folder, is_encrypted, next_at } }: { settings: BackupSettings }) {
  return (
    <SettingsSection
      title="Place"
      hint="A matter of the machine: whoever runs the server sets it, and starts Switchboard again."
    >
      {folder === null ? (
        <Notice tone="warning">
          No back-up can be made here yet. On the server, set BACKUP_DIR to a folder on another disk, and
          BACKUP_PASSPHRASE to encrypt what is written there.
        </Notice>
      ) : (
        <Facts
          items={[
            ['Folder', <code key="folder">{folder}</code>],
            ['Encrypted', is_encrypted ? 'Yes' : 'No: set BACKUP_PASSPHRASE if the disk leaves the house'],
            ['Next back-up', next_at === null ? 'None is planned' : <Time key="next" iso={next_at} />],
          ]}
        />
      )}
      <p className={classes.note}>
        Every back-up is read back before it counts. <Link to={paths.adminSystem}>System</Link> shows the last ones and
        makes one at once.
      </p>
    </SettingsSection>
  );
}
