import { Button } from '@mantine/core';
import { IconNavigation, IconPhone } from '@tabler/icons-react';
import type { WorkSummary } from '#contract/request-answers.ts';
import { readPhones, telLink } from '#contract/texts/phones.ts';

/** A link that opens the way to an address in the maps of the device. */
const mapsLink = (address: string): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: address })}`;

type Props = { request: Pick<WorkSummary, 'external_id' | 'customer'> };

/** Calls the customer, and leads to the service address with the device's maps. */
export function ContactActions({ request: { external_id, customer } }: Props) {
  const [number] = readPhones(customer.phone);
  const call = number && telLink(number);
  return (
    <>
      {call && (
        <Button
          component="a"
          variant="default"
          href={call}
          leftSection={<IconPhone size={18} aria-hidden />}
          aria-label={`Call ${customer.name}: ${external_id}`}
        >
          Call
        </Button>
      )}
      <Button
        component="a"
        variant="default"
        href={mapsLink(customer.address)}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconNavigation size={18} aria-hidden />}
        aria-label={`Navigate to ${customer.address}: ${external_id}`}
      >
        Navigate
      </Button>
    </>
  );
}
