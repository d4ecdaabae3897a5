import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { numberText } from '#contract/texts/report-texts.ts';
import type { User } from '#contract/users.ts';
import { textLimits } from '#contract/words/limits.ts';
import { roles } from '#contract/words/roles.ts';
import { useIsWithoutMail } from '#web/domain/MailBanner.tsx';
import { messageOf } from '#web/lib/api-client.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { focusPage } from '#web/ui/base/behaviour/leave-row.ts';
import { useFlash } from '#web/ui/base/behaviour/useFlash.ts';
import { useLinkedLayer } from '#web/ui/base/behaviour/useLinkedLayer.ts';
import { useOneAtATime } from '#web/ui/base/behaviour/useOneAtATime.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { FlashNotice, PageFlash } from '#web/ui/mantine/content/FlashNotice.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { ChoiceField, optionsOf } from '#web/ui/mantine/form/ChoiceField.tsx';
import { ClearFilters } from '#web/ui/mantine/list/Filters.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import { ListTop } from '#web/ui/mantine/list/ListTop.tsx';
import { SearchField } from '#web/ui/mantine/list/SearchField.tsx';
import { useInviteUser, userQueries, useToggleUser } from '../users.api.ts';
import { invitedText, isAssignable, matchesUser, roleLabels, type Said, userFilters } from '../users.view.ts';
import { UserDeactivation } from './UserDeactivation.tsx';
import { asUser, USER_LAYER, UserDialog, userIn } from './UserDialog.tsx';
import { UserList } from './UserList.tsx';
import { UserRemoval } from './UserRemoval.tsx';
import classes from './UsersPage.module.css';

const roleOptions = optionsOf(['', ...roles], { '': 'All Roles', ...roleLabels });
const activeOptions = optionsOf(['', 'active', 'inactive'], { '': 'All', active: 'Active', inactive: 'Inactive' });

/** User Management (spec §2): lists staff with search and filters, and opens the dialog to add or edit a user. */
export function Component() {
  const list = useQuery(userQueries.list());
  const { filters, change } = useAddressFilters(userFilters);
  const dialog = useLinkedLayer(USER_LAYER, asUser, userIn);
  const me = useSession().user;
  const toggle = useToggleUser();
  const invite = useInviteUser();
  const success = useFlash();
  const unfinished = useFlash(null);
  const failure = useFlash();
  const [removing, setRemoving] = useState<User | null>(null);
  const [leaving, setLeaving] = useState<User | null>(null);
  const client = useQueryClient();
  const say = (flash: ReturnType<typeof useFlash>) => (text: string) => {
    for (const other of [success, unfinished, failure]) if (other !== flash) other.clear();
    flash.show(text);
  };
  const done = say(success);
  const failed = say(failure);
  const said = ({ text, tone }: Said) => say(tone === 'warning' ? unfinished : success)(text);
  const removed = (text: string) => {
    done(text);
    // The dialog leads back to the user's row, which is gone.
    focusPage();
  };
  const isWithoutMail = useIsWithoutMail();
  const idOf = ({ id }: User) => id;
  const notSwitched = (error: unknown) => failed(messageOf(error, 'Failed to update user status'));
  const switchNow = (user: User, taker_id?: number, handOver = '') =>
    toggle
      .mutateAsync({ ...user, taker_id })
      .then(
        ({ name, is_active }) =>
          done(`User "${name}" ${is_active ? 'activated' : 'deactivated'} successfully!${handOver}`),
        notSwitched,
      );
  const switchActive = useOneAtATime(async (user: User) => {
    try {
      const work = isAssignable(user) && (await client.fetchQuery({ ...userQueries.openWork(user.id), staleTime: 0 }));
      if (work && work.open > 0) return setLeaving(user);
    } catch (error) {
      return notSwitched(error);
    }
    await switchNow(user);
  }, idOf);
  const inviteAgain = useOneAtATime(
    (user: User) =>
      invite.mutateAsync(user).then(
        (invited) => said(invitedText(invited, isWithoutMail)),
        (error: unknown) => failed(messageOf(error, 'Failed to send the invitation')),
      ),
    idOf,
  );
  const rows = list.data?.filter((user) => matchesUser(user, filters));
  return (
    <>
      <PageHead
        title="User Management"
        intro="Everyone who can sign in, and what they may do."
        action={
          <Button leftSection={<IconPlus size={18} />} onClick={() => dialog.open('new')}>
            Add New User
          </Button>
        }
      />
      <PrintHead
        facts={[
          filters.role && `Role: ${roleLabels[filters.role]}`,
          filters.active && `Status: ${filters.active === 'active' ? 'Active' : 'Inactive'}`,
          filters.search && `Search: ${filters.search}`,
        ]}
      />
      <PageFlash flash={success} />
      <PageFlash tone="danger" flash={failure} />
      {/* It stays until it is dismissed: over the page it would cover what is below. */}
      {unfinished.text && (
        <div className={classes.unfinished}>
          <FlashNotice tone="warning" flash={unfinished} />
        </div>
      )}
      <div className={classes.list}>
        <search className={classes.bar} aria-label="Filter users">
          <SearchField
            className={classes.search}
            label="Search"
            placeholder="Name, email or phone"
            limit={textLimits.search}
            value={filters.search}
            onChange={(search) => change({ search })}
          />
          <ChoiceField label="Role" options={roleOptions} value={filters.role} onChange={(role) => change({ role })} />
          <ChoiceField
            label="Status"
            options={activeOptions}
            value={filters.active}
            onChange={(active) => change({ active })}
          />
          <ClearFilters
            className={classes.clear}
            disabled={userFilters.countSet(filters) === 0}
            onClick={() => change(userFilters.none)}
          />
        </search>
        <List
          read={list}
          failure={messageOf(list.error, 'Failed to fetch users')}
          rows={rows}
          search={filters.search}
          // Whoever looks is in the list: without filters it is never empty.
          isFiltered
          empty={{
            title: 'No users match your filters',
            hint: 'Change the search, the role or the status to see more.',
          }}
          top={
            <ListTop
              heading="Users"
              count={rows && list.data && `Showing ${numberText(rows.length)} of ${numberText(list.data.length)} users`}
              notes={<StaleNote reads={[list]} failure="Failed to fetch users" />}
            />
          }
        >
          <UserList
            rows={rows}
            myId={me?.id ?? 0}
            busyId={toggle.isPending ? toggle.variables.id : invite.isPending ? invite.variables.id : null}
            onEdit={({ id }) => dialog.open(id)}
            onSwitch={switchActive}
            onInvite={inviteAgain}
            onRemove={setRemoving}
          />
        </List>
      </div>
      <UserDialog id={dialog.value} list={list} onClose={dialog.close} onSaved={said} />
      <UserDeactivation user={leaving} busy={toggle.isPending} onConfirm={switchNow} onClose={() => setLeaving(null)} />
      <UserRemoval user={removing} onClose={() => setRemoving(null)} onRemoved={removed} onFailed={failed} />
    </>
  );
}
