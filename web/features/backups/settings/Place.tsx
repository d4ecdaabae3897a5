import { Link } from 'react-router';
import type { BackupSettings } from '#contract/backups.ts';
import { paths } from '#contract/words/paths.ts';
import { SettingsSection } from '#web/domain/SettingsSection.tsx';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import classes from './backup-settings.module.css';

const NOT_ENCRYPTED = 'No: set BACKUP_PASSPHRASE if the disk is taken elsewhere';

/** Where back-ups go, which only the server's own settings decide. */
export function Place({ settings: { folder, is_encrypted, next_at } }: { settings: BackupSettings }) {
  return (
    <SettingsSection
      title="Place"
      hint="A matter of the machine: whoever runs the server sets it, and starts Switchboard again."
    >
      <Facts
        items={[
          ['Folder', folder === null ? 'Not set' : <code key="folder">{folder}</code>],
          ['Encrypted', folder === null ? null : is_encrypted ? 'Yes' : NOT_ENCRYPTED],
          ['Next back-up', next_at === null ? 'None is planned' : <Time key="next" iso={next_at} />],
        ]}
      />
      <p className={classes.note}>
        Every back-up is read back before it counts. <Link to={paths.adminSystem}>System</Link> shows the last ones and
        makes one at once.
      </p>
    </SettingsSection>
  );
}
