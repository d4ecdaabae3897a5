import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LoggedMail } from '#contract/mail.ts';
import { textLimits } from '#contract/words/limits.ts';
import { mailStates } from '#contract/words/mail.ts';
import { MailBanner } from '#web/domain/MailBanner.tsx';
import { SettingsTabs } from '#web/domain/SettingsTabs.tsx';
import { messageOf } from '#web/lib/api-client.ts';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { useFlash } from '#web/ui/base/behaviour/useFlash.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { ChoiceField, optionsOf } from '#web/ui/mantine/form/ChoiceField.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import { SearchField } from '#web/ui/mantine/list/SearchField.tsx';
import { mailQueries, useSendAgain, useSetAside } from '../mail.api.ts';
import { logFilters, PAGE_SIZE, stateLabels } from '../mail.view.ts';
import classes from './MailLog.module.css';
import { MailLogList } from './MailLogList.tsx';

const stateOptions = optionsOf(['', ...mailStates], { '': 'All States', ...stateLabels });

/** The send log: every mail of the last 90 days, whether it was accepted, and what the server answered. */
export function Component() {
  const { filters, change } = useAddressFilters(logFilters);
  const log = useQuery(mailQueries.log(filters));
  const isFiltered = filters.state !== '' || filters.search !== '';
  const again = useSendAgain();
  const aside = useSetAside();
  const done = useFlash();
  const failure = useFlash();
  const clear = () => {
    done.clear();
    failure.clear();
  };
  const sendAgain = (mail: LoggedMail) => {
    clear();
    return again.mutateAsync(mail).then(
      ({ recipient }) => done.show(`The mail to ${recipient} is sent again.`),
      (error: unknown) => failure.show(messageOf(error, 'Failed to send the mail again')),
    );
  };
  const setAside = (mail: LoggedMail) => {
    clear();
    return aside.mutateAsync(mail).then(
      ({ recipient }) => {
        done.show(`The mail to ${recipient} is set aside.`);
        return true;
      },
      (error: unknown) => {
        failure.show(messageOf(error, 'Failed to set the mail aside'));
        return false;
      },
    );
  };
  return (
    <>
      <PageHead title="Settings" intro="The mails of the last 90 days, and what the mail server answered." />
      <PrintHead
        facts={[filters.state && `State: ${stateLabels[filters.state]}`, filters.search && `Search: ${filters.search}`]}
      />
      <SettingsTabs />
      <MailBanner />
      <StaleNote reads={[log]} failure="Failed to fetch the send log" />
      {done.text && <Notice tone="success">{done.text}</Notice>}
      {failure.text && <Notice tone="danger">{failure.text}</Notice>}
      <div className={classes.filters}>
        <search className={classes.fields} aria-label="Filter mails">
          <SearchField
            className={classes.search}
            label="Search"
            placeholder="Address or tracking ID"
            limit={textLimits.search}
            value={filters.search}
            onChange={(search) => change({ search, page: 1 })}
          />
          <ChoiceField
            label="State"
            options={stateOptions}
            value={filters.state}
            onChange={(state) => change({ state, page: 1 })}
          />
        </search>
        {log.data && (
          <span className={classes.count} aria-live="polite">
            {log.data.total.toLocaleString('en-US')} {log.data.total === 1 ? 'mail' : 'mails'}
          </span>
        )}
      </div>
      <List
        read={log}
        failure={messageOf(log.error, 'Failed to fetch the send log')}
        rows={log.data?.mails}
        search={filters.search}
        isFiltered={isFiltered}
        empty={
          isFiltered
            ? {
                title: filters.search ? 'No mails match your filters' : 'No mails in this state',
                hint: filters.search ? 'Change the search to see more.' : 'Choose another state to see more.',
                action: (
                  <Button variant="default" onClick={() => change({ state: '', search: '', page: 1 })}>
                    Show All
                  </Button>
                ),
              }
            : { title: 'No mails yet', hint: 'The first request sends the first mail.' }
        }
        pages={{
          page: filters.page,
          rows: log.data?.total ?? 0,
          size: PAGE_SIZE,
          onPage: (page) => change({ page }),
        }}
      >
        <MailLogList
          rows={log.data?.mails}
          stale={log.isPlaceholderData}
          againId={again.isPending ? again.variables.id : null}
          asideId={aside.isPending ? aside.variables.id : null}
          onSendAgain={sendAgain}
          onSetAside={setAside}
        />
      </List>
    </>
  );
}
