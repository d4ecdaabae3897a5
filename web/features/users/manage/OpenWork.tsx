import { NativeSelect } from '@mantine/core';
import type { User } from '#contract/users.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { openWorkText, takerLabel } from '../users.view.ts';
import { type HandOver, NOBODY_TAKES } from './useHandOver.ts';

type Props = {
  /** The user who is leaving. */
  user: User;
  handOver: HandOver;
};

/** Asks who takes over the open requests of a user who is leaving. Shows nothing when there are none. */
export function OpenWork({ user, handOver }: Props) {
  if (handOver.isUncounted) {
    return <Notice tone="warning">The open requests could not be counted. Those there are go back to Pending.</Notice>;
  }
  if (!handOver.open) return null;
  return (
    <NativeSelect
      ref={handOver.field}
      label="Who takes over?"
      description={openWorkText(user.name, handOver.open)}
      withAsterisk
      data={[
        { value: '', label: 'Select who takes over' },
        { value: NOBODY_TAKES, label: 'Nobody: back to Pending' },
        ...handOver.takers.map((one) => ({ value: String(one.id), label: takerLabel(one) })),
      ]}
      value={handOver.answer}
      error={handOver.error}
      onChange={(event) => handOver.choose(event.currentTarget.value)}
    />
  );
}
