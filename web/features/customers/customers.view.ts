import { customers } from '#contract/customers.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { pathId } from '#contract/text.ts';
import { addressCodec } from '#web/lib/address-codec.ts';

/** So few that one page stays small although each customer brings their newest requests. */
export const PAGE_SIZE = 12;

export type CustomerWithHistory = ResponseOf<typeof customers.list>['customers'][number];
type Stats = CustomerWithHistory['stats'];
export type WorkHistoryEntry = CustomerWithHistory['requests'][number];

/** The figures of a customer (spec §2), by their names. What is in none of the other counts is cancelled: with it they add up. */
export const figuresOf = ({ completed, in_progress, pending, total, average_rating: rating }: Stats) =>
  [
    ['Completed', completed],
    ['In Progress', in_progress],
    ['Pending', pending],
    ['Cancelled', total - completed - in_progress - pending],
    ['Total', total],
    ['Average rating', rating === null ? 'N/A' : rating.toFixed(1)],
  ] as const;

/** The state of Customer Management in its address: with the id of the customer whose details are open. */
export const customerFilters = addressCodec({ ...customers.list.query.shape, open: pathId.optional() }, PAGE_SIZE);
export type CustomerFilters = typeof customerFilters.none;

/** The state as the query of the list call: without the open customer. */
export const customerQueryOf = addressCodec(customers.list.query.shape, PAGE_SIZE).query;
