import { Button, CloseButton, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { textLimits } from '#contract/words/limits.ts';
import { roles } from '#contract/words/roles.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { EmptyState } from '#web/ui/base/EmptyState.tsx';
import { LampArt } from '#web/ui/base/LampArt.tsx';
import { Notice } from '#web/ui/base/Notice.tsx';
import { PageHead } from '#web/ui/base/PageHead.tsx';
import { useFlash } from '#web/ui/base/useFlash.ts';
import { asNumber, useHistoryLayer } from '#web/ui/base/useHistoryLayer.ts';
import { ErrorState } from '#web/ui/mantine/ErrorState.tsx';
import { SearchField } from '#web/ui/mantine/SearchField.tsx';
import { StaleNote } from '#web/ui/mantine/StaleNote.tsx';
import { userQueries } from '../users.api.ts';
import { matchesUser, roleLabels, type UserFilters, userFiltersOf, userParamsOf } from '../users.view.ts';
import { USER_LAYER, UserDialog } from './UserDialog.tsx';
import { UserList } from './UserList.tsx';
import classes from './UsersPage.module.css';

const userFilters = { read: userFiltersOf, write: userParamsOf };
const asUser = (value: unknown) => (value === 'new' ? value : asNumber(value));

/** User Management (spec §2): lists staff with search and filters, and opens the dialog to add or edit a user. */
export function Component() {
  const list = useQuery(userQueries.list());
  const { filters, change } = useAddressFilters(userFilters);
  const dialog = useHistoryLayer(USER_LAYER, asUser);
  const flash = useFlash();
  const rows = list.data?.filter((user) => matchesUser(user, filters));
  const editing = dialog.value === 'new' ? 'new' : list.data?.find(({ id }) => id === dialog.value);
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
      {flash.text && (
        <Notice
          tone="success"
          action={<CloseButton aria-label="Dismiss" className={classes.dismiss} onClick={flash.clear} />}
        >
          {flash.text}
        </Notice>
      )}
      <StaleNote reads={[list]} failure="Failed to fetch users" />
      <search className={classes.bar} aria-label="Filter users">
        <SearchField
          className={classes.search}
          label="Search"
          placeholder="Name, email or phone"
          limit={textLimits.search}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        <NativeSelect
          label="Role"
          data={[{ value: '', label: 'All roles' }, ...roles.map((value) => ({ value, label: roleLabels[value] }))]}
          value={filters.role}
          onChange={(event) => change({ role: event.currentTarget.value as UserFilters['role'] })}
        />
        <NativeSelect
          label="Status"
          data={[
            { value: '', label: 'All' },
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
          ]}
          value={filters.active}
          onChange={(event) => change({ active: event.currentTarget.value as UserFilters['active'] })}
        />
      </search>
      {list.isLoadingError ? (
        <ErrorState
          title={messageOf(list.error, 'Failed to fetch users')}
          onRetry={() => list.refetch()}
          busy={list.isFetching}
        />
      ) : rows?.length === 0 ? (
        <EmptyState art={<LampArt lit={false} />} title="No users match your filters">
          Change the search, the role or the status to see more.
        </EmptyState>
      ) : (
        <UserList rows={rows} onEdit={({ id }) => dialog.open(id)} />
      )}
      <UserDialog user={editing ?? null} onClose={dialog.close} onSaved={flash.show} />
    </>
  );
}
