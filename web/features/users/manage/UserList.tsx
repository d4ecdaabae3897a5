import { Button } from '@mantine/core';
import type { User } from '#contract/users.ts';
import { PhoneText } from '#web/domain/reach/PhoneLinks.tsx';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Found } from '#web/ui/base/content/Found.tsx';
import { CardList } from '#web/ui/mantine/table/CardList.tsx';
import { type Column, DataTable } from '#web/ui/mantine/table/DataTable.tsx';
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
    <Found>{text}</Found>
  </span>
);

const twoLines = (text: string) => (
  <span className={classes.two} title={text} dir="auto">
    <Found>{text}</Found>
  </span>
);

const columns: readonly Column<User>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => <strong className={classes.cut}>{cut(name)}</strong> },
  // Whole, because people read it out and copy it.
  { key: 'email', header: 'Email', width: '13.5rem', cell: ({ email }) => twoLines(email) },
  { key: 'phone', header: 'Phone', width: '8.5rem', cell: ({ phone }) => (phone ? cut(phone) : none) },
  { key: 'role', header: 'Role', width: '5.5rem', cell: ({ role }) => roleLabels[role] },
  {
    key: 'location',
    header: 'Location',
    cell: ({ base_location: place }) => (place ? twoLines(place) : none),
  },
  { key: 'status', header: 'Status', width: '6.5rem', cell: (user) => <Active user={user} /> },
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

/** What can be done with a user: edit, invite again, activate or deactivate, delete. */
function UserActions({ user, myId, busyId, onEdit, onSwitch, onInvite, onRemove }: Actions & { user: User }) {
  const verb = user.is_active ? 'Deactivate' : 'Activate';
  const look = { variant: 'subtle', size: 'compact-sm', className: classes.action ?? '' } as const;
  return (
    <div className={classes.actions}>
      <Button {...look} aria-label={`Edit ${user.name}`} onClick={() => onEdit(user)}>
        Edit
      </Button>
      {user.is_invited && user.is_active && (
        <Button
          {...look}
          aria-label={`Invite ${user.name} again`}
          loading={busyId === user.id}
          onClick={() => onInvite(user)}
        >
          Invite
        </Button>
      )}
      {user.id !== myId && (
        <>
          <Button
            {...look}
            aria-label={`${verb} ${user.name}`}
            loading={busyId === user.id}
            onClick={() => onSwitch(user)}
          >
            {verb}
          </Button>
          <Button
            {...look}
            className={`${classes.action} ${classes.remove}`}
            aria-label={`Delete ${user.name}`}
            onClick={() => onRemove(user)}
          >
            Delete
          </Button>
        </>
      )}
    </div>
  );
}

const actionsOf = (actions: Actions): Column<User> => ({
  key: 'actions',
  onScreenOnly: true,
  header: 'Actions',
  width: '15rem',
  cell: (user) => <UserActions user={user} {...actions} />,
});

type Props = { rows: readonly User[] | undefined } & Actions;

/** Lists staff as a table, or as cards on small screens (spec §2 User Management). */
export function UserList({ rows, ...actions }: Props) {
  const [ref, isSmall] = useIsNarrow(67);
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
          minWidth={1060}
        />
      )}
    </div>
  );
}

function UserCards({ rows, ...actions }: Props) {
  return (
    <CardList label="Users" rows={rows} rowKey={({ id }) => id} lines={[26, 22, 22, 44]} className={classes.card}>
      {(user) => (
        <>
          <div className={classes.top}>
            <strong dir="auto">
              <Found>{user.name}</Found>
            </strong>
            <Active user={user} />
          </div>
          <span className={classes.muted}>
            {[roleLabels[user.role], user.base_location].filter(Boolean).join(' · ')}
          </span>
          <span>
            <Found>{user.email}</Found>
          </span>
          {user.phone && (
            <span>
              <PhoneText text={user.phone} />
            </span>
          )}
          <UserActions user={user} {...actions} />
        </>
      )}
    </CardList>
  );
}
