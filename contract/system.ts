import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const system = {
  /** 200 while the process lives. */
  health: endpoint({
    kind: 'json',
    summary: 'Returns 200 while the process runs.',
    refuses: [],
    method: 'GET',
    path: '/health',
    access: 'public',
    response: z.object({ status: z.literal('ok') }),
  }),
  /** 200 only while the database answers. `degraded`: calls are served, but audit events have waited for their seals for over a minute. */
  ready: endpoint({
    kind: 'json',
    summary: 'Returns 200 while the database answers and can store. Degraded while audit events are not sealed.',
    refuses: [],
    method: 'GET',
    path: '/ready',
    access: 'public',
    response: z.object({ status: z.enum(['ready', 'degraded']) }),
  }),
};
