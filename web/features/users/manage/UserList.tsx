import { ActionIcon, Skeleton } from '@mantine/core';
import { IconMailForward, IconPencil, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import type { User } from '#contract/users.ts';
import { Badge } from '#web/ui/base/Badge.tsx';
import { useIsNarrow } from '#web/ui/base/useIsNarrow.ts';
import { type Column, DataTable } from '#web/ui/mantine/DataTable.tsx';
import { roleLabels } from '../users.view.ts';
import classes from './UserList.module.css';

const Active = ({ user }: { user: User }) => (
  <Badge tone={!user.is_active ? 'neutral' : user.is_invited ? 'warning' : 'success'} dot>
    {!user.is_active ? 'Inactive' : user.is_invited ? 'Invited' : 'Active'}
  </Badge>
);

const none = <span className={classes.muted}>None</span>;
const cut = (text: string) => (
  <span className={classes.cut} title={text} dir="auto">
    {text}
  </span>
);

const twoLines = (text: string) => (
  <span className={classes.two} title={text} dir="auto">
    {text}
  </span>
);

const columns: readonly Column<User>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => <strong className={classes.cut}>{cut(name)}</strong> },
  { key: 'email', header: 'Email', cell: ({ email }) => cut(email) },
  { key: 'phone', header: 'Phone', width: '8.5rem', cell: ({ phone }) => (phone ? cut(phone) : none) },
  { key: 'role', header: 'Role', width: '6.5rem', cell: ({ role }) => roleLabels[role] },
  {
    key: 'location',
    header: 'Location',
    width: '9rem',
    cell: ({ base_location: place }) => (place ? twoLines(place) : none),
  },
  { key: 'status', header: 'Status', width: '7rem', cell: (user) => <Active user={user} /> },
];

type Actions = {
  /** The id of the user who is signed in: nobody deactivates or deletes themselves. */
  myId: number;
  /** The id of the user whose status is being switched. */
  busyId: number | null;
  onEdit: (user: User) => void;
  onSwitch: (user: User) => void;
  onInvite: (user: User) => void;
  onRemove: (user: User) => void;
};

/** What can be done with a user, as icons: edit, activate or deactivate, delete. */
function UserActions({ user, myId, busyId, onEdit, onSwitch, onInvite, onRemove }: Actions & { user: User }) {
  const verb = user.is_active ? 'Deactivate' : 'Activate';
  const Switch = user.is_active ? IconUserOff : IconUserCheck;
  return (
    <div className={classes.actions}>
      <ActionIcon size={36} aria-label={`Edit ${user.name}`} title="Edit" onClick={() => onEdit(user)}>
        <IconPencil size={18} />
      </ActionIcon>
      {user.is_invited && user.is_active && (
        <ActionIcon
          size={36}
          aria-label={`Invite ${user.name} again`}
          title="Invite again"
          loading={busyId === user.id}
          onClick={() => onInvite(user)}
        >
          <IconMailForward size={18} />
        </ActionIcon>
      )}
      {user.id !== myId && (
        <>
          <ActionIcon
            size={36}
            aria-label={`${verb} ${user.name}`}
            title={verb}
            loading={busyId === user.id}
            onClick={() => onSwitch(user)}
          >
            <Switch size={18} />
          </ActionIcon>
          <ActionIcon
            className={classes.remove}
            size={36}
            aria-label={`Delete ${user.name}`}
            title="Delete"
            onClick={() => onRemove(user)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </>
      )}
    </div>
  );
}

const actionsOf = (actions: Actions): Column<User> => ({
  key: 'actions',
  header: 'Actions',
  width: '10.5rem',
  cell: (user) => <UserActions user={user} {...actions} />,
});

type Props = { rows: readonly User[] | undefined } & Actions;

/** Lists staff as a table, or as cards on small screens (spec §2 User Management). */
export function UserList({ rows, ...actions }: Props) {
  const [ref, isSmall] = useIsNarrow(52);
  return (
    <div ref={ref} className={classes.list}>
      {isSmall ? (
        <UserCards rows={rows} {...actions} />
      ) : (
        <DataTable
          label="Users"
          columns={[...columns, actionsOf(actions)]}
          rows={rows}
          rowKey={(user) => user.id}
          minWidth={860}
        />
      )}
    </div>
  );
}

function UserCards({ rows, ...actions }: Props) {
  return (
    <ul className={classes.cards} aria-label="Users" aria-busy={!rows}>
      {rows
        ? rows.map((user) => (
            <li key={user.id} className={classes.card}>
              <div className={classes.top}>
                <strong dir="auto">{user.name}</strong>
                <Active user={user} />
              </div>
              <span className={classes.muted}>
                {[roleLabels[user.role], user.base_location].filter(Boolean).join(' · ')}
              </span>
              <span>{user.email}</span>
              {user.phone && <span>{user.phone}</span>}
              <UserActions user={user} {...actions} />
            </li>
          ))
        : ['a', 'b', 'c', 'd'].map((key) => (
            <li key={key} className={classes.card}>
              <Skeleton height={16} width="60%" />
              <Skeleton height={12} width="40%" />
              <Skeleton height={12} width="75%" />
            </li>
          ))}
    </ul>
  );
}
