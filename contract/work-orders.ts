import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pathId, time } from './text.ts';
import { WORK_ORDER_LINK_DAYS } from './words/limits.ts';

const params = z.strictObject({ id: pathId });

/** A customer link to the printed work order. It works while the request is completed. */
const customerLink = z.object({
  /** An absolute, signed URL that needs no session. */
  url: z.string(),
  created_at: time,
  expires_at: time,
});
export type CustomerLink = z.infer<typeof customerLink>;

/** A repeated parameter counts as missing. */
const once = z.string().optional().catch(undefined);

export const workOrders = {
  print: endpoint({
    kind: 'download',
    summary: 'Returns the work order of a request as a PDF, for staff.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/requests/:id/work-order',
    access: ['admin', 'technician', 'auditor'],
    params,
  }),
  link: endpoint({
    kind: 'json',
    summary: "Returns the customer's link to a request's work order, if one is valid.",
    refuses: ['not_found'],
    method: 'GET',
    path: '/requests/:id/work-order-link',
    access: ['admin'],
    params,
    response: z.object({ link: customerLink.nullable() }),
  }),
  createLink: endpoint({
    kind: 'json',
    summary: `Creates a customer link to the work order of a completed request, valid for ${WORK_ORDER_LINK_DAYS} days.`,
    refuses: ['not_found', 'conflict'],
    method: 'POST',
    path: '/requests/:id/work-order-link',
    access: ['admin'],
    params,
    status: 201,
    response: z.object({ link: customerLink }),
  }),
  revokeLink: endpoint({
    kind: 'json',
    summary: "Revokes every customer link to a request's work order.",
    refuses: ['not_found'],
    method: 'DELETE',
    path: '/requests/:id/work-order-link',
    access: ['admin'],
    params,
    response: z.object({ message: z.string() }),
  }),
  /** The signature in the URL grants access. Any invalid link returns 403 with the same text. */
  open: endpoint({
    kind: 'download',
    summary: "Returns a work order as a PDF to anyone with the customer's link.",
    refuses: ['forbidden'],
    method: 'GET',
    path: '/work-orders/:id',
    access: 'public',
    params: z.object({ id: z.string() }),
    query: z.object({ sig: once }),
    limit: { calls: 30, seconds: 60 },
  }),
};
