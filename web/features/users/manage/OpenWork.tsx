import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/users.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { userQueries } from '../users.api.ts';
import { handOverText, isAssignable, openWorkText, takerLabel } from '../users.view.ts';

type Props = {
  /** The user who is leaving. */
  user: User;
  /** Who takes over; 0 for nobody. */
  taker: number;
  onTaker: (id: number) => void;
};

const useOpenWork = (user: User | null) =>
  useQuery({ ...userQueries.openWork(user?.id ?? 0), enabled: user !== null && isAssignable(user) });

/** What becomes of the open requests of a user who is leaving, to be said once they have left; empty when there are none. */
export function useHandOverText(user: User | null, taker: number): string {
  const { data } = useOpenWork(user);
  return data?.open ? ` ${handOverText(data.open, data.takers.find(({ id }) => id === taker)?.name)}` : '';
}

/** Asks who takes over the open requests of a user who is leaving. Shows nothing when there are none. */
export function OpenWork({ user, taker, onTaker }: Props) {
  const { data, isError } = useOpenWork(user);
  if (isError) {
    return <Notice tone="warning">The open requests could not be counted. Those there are go back to Pending.</Notice>;
  }
  if (!data?.open) return null;
  return (
    <NativeSelect
      label="Who takes over?"
      description={openWorkText(user.name, data.open)}
      data={[
        { value: '0', label: 'Nobody: back to Pending' },
        ...data.takers.map((one) => ({ value: String(one.id), label: takerLabel(one) })),
      ]}
      value={String(taker)}
      onChange={(event) => onTaker(Number(event.currentTarget.value))}
    />
  );
}
