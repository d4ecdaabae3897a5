import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MailKind, mailKinds } from '#contract/words/mail.ts';
import { SettingsSection } from '#web/domain/SettingsSection.tsx';
import { messageOf } from '#web/lib/api-client.ts';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { ChoiceField, optionsOf } from '#web/ui/mantine/form/ChoiceField.tsx';
import { mailQueries } from '../mail.api.ts';
import { kindLabels, kindReaders } from '../mail.view.ts';
import classes from './mail-settings.module.css';

const kindOptions = optionsOf(mailKinds, kindLabels);

/** How each mail looks, with made-up people. The page of a mail is shown in a frame that runs no script. */
export function MailPreviews({ version }: { version: number }) {
  const previews = useQuery(mailQueries.previews());
  const [kind, setKind] = useState<MailKind>('request_received');
  const [part, setPart] = useState('page');
  const shown = previews.data?.find((one) => one.kind === kind);
  return (
    <SettingsSection title="Preview" hint={`${kindReaders[kind]}. The people are made up.`}>
      <div className={classes.test}>
        <ChoiceField label="Mail" options={kindOptions} value={kind} onChange={setKind} />
        <SegmentedControl
          aria-label="Part of the mail"
          mt={{ base: 0, sm: '1.6rem' }}
          value={part}
          onChange={setPart}
          data={[
            { value: 'page', label: 'Page' },
            { value: 'text', label: 'Plain text' },
          ]}
        />
      </div>
      {shown ? (
        <>
          <p className={classes.subject}>
            <strong>Subject:</strong> {shown.subject}
          </p>
          {part === 'page' ? (
            <iframe
              key={`${shown.path} ${version}`}
              className={classes.frame}
              sandbox=""
              title={`Preview: ${kindLabels[kind]}`}
              src={shown.path}
            />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
            <pre className={classes.text} tabIndex={0}>
              {shown.text}
            </pre>
          )}
        </>
      ) : previews.isError ? (
        <ErrorState
          title={messageOf(previews.error, 'Failed to load the previews')}
          error={previews.error}
          onRetry={() => previews.refetch()}
          busy={previews.isFetching}
        />
      ) : (
        <Skeleton height={480} />
      )}
    </SettingsSection>
  );
}
