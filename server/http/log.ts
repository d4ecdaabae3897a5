import type { FastifyRequest } from 'fastify';
import { callerOf } from '../lib/networks.ts';

/** A tracking ID, with or without its prefix and hyphens, as people type it. */
const TRACKING_ID = /(?:REQ-?)?[A-Z\d]{9}-?[A-Z\d]{5}/gi;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '(unreadable)';
  }
}

/**
 * The part of an address that the log may contain. Query strings can carry secrets, and a tracking ID opens its request to
 * every reader of the log (threats T50).
 * @param pattern the path pattern of the matched route, when there is one
 */
export function loggedPath(url: string, pattern: string | undefined): string {
  if (pattern?.includes('/track/')) return pattern;
  return decoded(url.split('?', 1).join('')).replaceAll(TRACKING_ID, '(tracking ID)');
}

export const serializers = {
  req: (request: FastifyRequest) => ({
    method: request.method,
    path: loggedPath(request.url, request.routeOptions?.url),
    ip: callerOf(request),
  }),
  /** Leaves out PostgreSQL's `detail`, which quotes the values of rows. */
  err: (error: Error & { code?: unknown }) => ({
    type: error.name,
    message: error.message,
    code: error.code,
    stack: error.stack ?? '',
  }),
};
