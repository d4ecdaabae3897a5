import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Deps } from './deps.ts';
import * as auth from './features/auth/auth.service.ts';
import * as requests from './features/requests/requests.service.ts';
import * as system from './features/system/system.service.ts';
import * as users from './features/users/users.service.ts';
import { mountFiles } from './http/files.ts';
import { mount } from './http/mount.ts';

/** The whole product's calls on one server; the pages are mounted apart, so that tests need no build. */
export function mountApi(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.auth, auth);
  mount(app, deps, api.users, users);
  mount(app, deps, api.requests, requests);
  mount(app, deps, api.system, system);
  mountFiles(app, deps);
}
