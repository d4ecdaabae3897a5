import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pathId, time } from './text.ts';
import { WORK_ORDER_LINK_DAYS } from './words/limits.ts';

const params = z.strictObject({ id: pathId });

/** A customer's link to the printed work order. It opens while the request is completed. */
const customerLink = z.object({
  /** Absolute, signed, and without a session. */
  url: z.string(),
  created_at: time,
  expires_at: time,
});
export type CustomerLink = z.infer<typeof customerLink>;

/** A parameter that is given twice counts as missing. */
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
    summary: `Makes a link to the work order of a completed request for its customer, valid for ${WORK_ORDER_LINK_DAYS} days.`,
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
    summary: "Ends every customer's link to the work order of a request.",
    refuses: ['not_found'],
    method: 'DELETE',
    path: '/requests/:id/work-order-link',
    access: ['admin'],
    params,
    response: z.object({ message: z.string() }),
  }),
  /** The signature in the address is the permission. Whatever is wrong with a link is a 403 with one text. */
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
