import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths, rolesOf } from '#contract/words/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import classes from './record.module.css';

/** Leads from a request's dialog to all entries of the audit trail about it, for those who may read the trail. */
export function TrailLink({ id }: { id: number }) {
  const { user } = useSession();
  if (!user || !rolesOf(paths.auditorTrail())?.includes(user.role)) return null;
  return (
    <Button
      className={classes.aside}
      component={Link}
      to={paths.auditorTrail({ entity: 'request', entity_id: id })}
      variant="default"
      size="xs"
      leftSection={<IconHistory size={16} aria-hidden />}
    >
      Audit trail
    </Button>
  );
}
