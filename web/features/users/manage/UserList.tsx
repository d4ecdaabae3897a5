import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { User } from '#contract/users.ts';
import { Badge } from '#web/ui/base/Badge.tsx';
import { useIsNarrow } from '#web/ui/base/useIsNarrow.ts';
import { type Column, DataTable } from '#web/ui/mantine/DataTable.tsx';
import { roleLabels } from '../users.view.ts';
import classes from './UserList.module.css';

type Props = { rows: readonly User[] | undefined; onEdit: (user: User) => void };

const Active = ({ user }: { user: User }) => (
  <Badge tone={user.is_active ? 'success' : 'neutral'} dot>
    {user.is_active ? 'Active' : 'Inactive'}
  </Badge>
);

const none = <span className={classes.muted}>None</span>;
const cut = (text: string) => (
  <span className={classes.cut} title={text} dir="auto">
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
    cell: ({ base_location: place }) => (place ? cut(place) : none),
  },
  { key: 'status', header: 'Status', width: '7rem', cell: (user) => <Active user={user} /> },
];

const actionsOf = (onEdit: Props['onEdit']): Column<User> => ({
  key: 'actions',
  header: 'Actions',
  width: '5.5rem',
  cell: (user) => (
    <ActionIcon
      className={classes.edit}
      size={36}
      aria-label={`Edit ${user.name}`}
      title="Edit"
      onClick={() => onEdit(user)}
    >
      <IconPencil size={18} />
    </ActionIcon>
  ),
});

/** Lists staff as a table, or as cards on small screens (spec §2 User Management). */
export function UserList({ rows, onEdit }: Props) {
  const [ref, isSmall] = useIsNarrow(52);
  return (
    <div ref={ref} className={classes.list}>
      {isSmall ? (
        <UserCards rows={rows} onEdit={onEdit} />
      ) : (
        <DataTable
          label="Users"
          columns={[...columns, actionsOf(onEdit)]}
          rows={rows}
          rowKey={(user) => user.id}
          minWidth={820}
        />
      )}
    </div>
  );
}

function UserCards({ rows, onEdit }: Props) {
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
              <Button
                variant="default"
                leftSection={<IconPencil size={16} />}
                aria-label={`Edit ${user.name}`}
                onClick={() => onEdit(user)}
              >
                Edit
              </Button>
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
