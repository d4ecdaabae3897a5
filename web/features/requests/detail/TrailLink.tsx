import { ActionIcon, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths, rolesOf } from '#contract/words/paths.ts';
import { useSession } from '#web/lib/session.tsx';
import { useBelow } from '#web/ui/mantine/useBelow.ts';

/** Leads from a request's dialog to all entries of the audit trail about it, for those who may read the trail. */
export function TrailLink({ id }: { id: number }) {
  const { user } = useSession();
  const isSmall = useBelow(48);
  const to = paths.auditorTrail({ entity: 'request', entity_id: id });
  if (!user || !rolesOf(paths.auditorTrail())?.includes(user.role)) return null;
  return isSmall ? (
    <ActionIcon component={Link} to={to} size={44} aria-label="Audit trail">
      <IconHistory size={20} aria-hidden />
    </ActionIcon>
  ) : (
    <Button component={Link} to={to} variant="default" size="xs" leftSection={<IconHistory size={16} aria-hidden />}>
      Audit trail
    </Button>
  );
}
