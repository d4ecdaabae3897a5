import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SystemState } from '#contract/system.ts';
import { paths } from '#contract/words/paths.ts';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { sizeText, spanText } from '../../backups/backups.view.ts';
import { titleOf } from '../system.view.ts';
import { Part } from './Part.tsx';
import classes from './SystemPage.module.css';

const numberText = (value: number) => value.toLocaleString('en-US');

const More = ({ to, children }: { to: string; children: ReactNode }) => (
  <p className={classes.links}>
    <Link to={to}>{children}</Link>
  </p>
);

/** The database: its version, its size, and how many of its connections are in use. */
export function DatabasePart({ database }: Pick<SystemState, 'database'>) {
  const { figures } = database;
  return (
    <Part title={titleOf('database')} {...database}>
      {figures && (
        <Facts
          items={[
            ['PostgreSQL', figures.postgres],
            ['Size', sizeText(figures.bytes)],
            ['Connections', `${numberText(figures.connections)} of ${numberText(figures.connections_max)}`],
          ]}
        />
      )}
    </Part>
  );
}

type RoomProps = { name: string; room: { free_bytes: number; size_bytes: number } };

function Room({ name, room: { free_bytes, size_bytes } }: RoomProps) {
  const used = size_bytes > 0 ? ((size_bytes - free_bytes) / size_bytes) * 100 : 0;
  return (
    <div className={classes.room}>
      <dt>{name}</dt>
      <dd>
        {sizeText(free_bytes)} of {sizeText(size_bytes)} free
        <Progress.Root size={6}>
          <Progress.Section value={used} className={classes.used ?? ''} aria-label={`${name}: share in use`} />
        </Progress.Root>
      </dd>
    </div>
  );
}

/** The room on the disks of the data and of the back-ups. */
export function DiskPart({ disk }: Pick<SystemState, 'disk'>) {
  const { figures } = disk;
  return (
    <Part title={titleOf('disk')} {...disk}>
      {figures && (
        <dl className={classes.rooms}>
          <Room name="Data folder" room={figures.data} />
          {figures.backups && <Room name="Back-ups" room={figures.backups} />}
        </dl>
      )}
    </Part>
  );
}

/** What is done again and again, and what of it fails. */
export function JobsPart({ jobs }: Pick<SystemState, 'jobs'>) {
  const { figures } = jobs;
  return (
    <Part title={titleOf('jobs')} {...jobs}>
      {figures && (
        <>
          <Facts items={[['Waiting', numberText(figures.waiting)]]} />
          {figures.failing.length > 0 && (
            <ul className={classes.failing} aria-label="Failing jobs">
              {figures.failing.map(({ name, since, error }) => (
                <li key={name}>
                  <p className={classes.name}>{name}</p>
                  <p className={classes.reason}>
                    Since <Time iso={since} />: {error}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Part>
  );
}

/** Where mails go, and how many wait or failed. */
export function MailPart({ mail }: Pick<SystemState, 'mail'>) {
  const { figures } = mail;
  return (
    <Part title={titleOf('mail')} {...mail} action={<More to={paths.adminMailLog()}>Send Log</More>}>
      {figures && (
        <Facts
          items={[
            ['Goes to', figures.server ?? 'Files in the data folder'],
            ['Waiting', numberText(figures.waiting)],
            ['Failed', numberText(figures.failed)],
          ]}
        />
      )}
    </Part>
  );
}

/** Whether uploads are scanned for viruses, and by what. */
export function ScannerPart({ scanner }: Pick<SystemState, 'scanner'>) {
  const { figures } = scanner;
  return (
    <Part title={titleOf('scanner')} {...scanner}>
      {figures?.enabled && (
        <Facts
          items={[
            ['Program', figures.version ?? 'Does not answer'],
            ['Signatures', figures.signatures_at ? <Time key="at" iso={figures.signatures_at} /> : 'Age unknown'],
          ]}
        />
      )}
    </Part>
  );
}

/** Whether the audit trail is sealed in time, and held when it was last verified. */
export function TrailPart({ trail }: Pick<SystemState, 'trail'>) {
  const { figures } = trail;
  const verified = figures?.verified_at;
  return (
    <Part title={titleOf('trail')} {...trail} action={<More to={paths.auditorDashboard}>Verify the trail</More>}>
      {figures && (
        <Facts
          items={[
            ['Sealed entries', numberText(figures.sealed)],
            ['Oldest unsealed', figures.unsealed_seconds === 0 ? 'None waits' : spanText(figures.unsealed_seconds)],
            ['Verified', verified ? <Time key="at" iso={verified} format="relative" /> : 'Never'],
          ]}
        />
      )}
    </Part>
  );
}
