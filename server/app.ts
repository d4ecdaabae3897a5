import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Deps } from './deps.ts';
import * as auditOverview from './features/audit/overview/overview.service.ts';
import * as auditExport from './features/audit/trail/export.service.ts';
import * as auditLists from './features/audit/trail/list.service.ts';
import * as verifications from './features/audit/verify/verifications.service.ts';
import * as authLinks from './features/auth/auth.links.service.ts';
import * as auth from './features/auth/auth.service.ts';
import * as backups from './features/backups/backups.service.ts';
import * as contact from './features/contact/contact.service.ts';
import * as customers from './features/customers/customers.service.ts';
import { open as openFile } from './features/files/files.service.ts';
import * as keys from './features/keys/keys.service.ts';
import * as live from './features/live/live.service.ts';
import * as mail from './features/mail/mail.service.ts';
import * as notifications from './features/notifications/notifications.service.ts';
import * as reportExport from './features/reports/reports.export.service.ts';
import * as monthlyReports from './features/reports/reports.monthly.service.ts';
import * as reports from './features/reports/reports.service.ts';
import * as requestDetails from './features/requests/detail/detail.service.ts';
import * as heldRequests from './features/requests/held/held.service.ts';
import * as refusedWork from './features/requests/refused/refused.service.ts';
import * as requestChanges from './features/requests/requests.change.service.ts';
import * as requestExport from './features/requests/requests.export.service.ts';
import * as requestsOfMany from './features/requests/requests.many.service.ts';
import * as requests from './features/requests/requests.service.ts';
import * as requestWork from './features/requests/requests.work.service.ts';
import * as towns from './features/requests/towns/towns.service.ts';
import * as settings from './features/settings/settings.service.ts';
import * as system from './features/system/system.service.ts';
import * as systemState from './features/system/system.state.service.ts';
import * as users from './features/users/users.service.ts';
import * as views from './features/views/views.service.ts';
import * as workOrders from './features/work-orders/work-orders.service.ts';
import { mountDocs } from './http/docs.ts';
import { mount } from './http/mount.ts';

/** Mounts all calls of the product. The pages are mounted separately, so that tests need no build. */
export function mountApi(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.auth, { ...auth, ...authLinks });
  mount(app, deps, api.users, users);
  mount(app, deps, api.requests, {
    ...requests,
    ...requestDetails,
    ...requestChanges,
    ...requestWork,
    ...requestsOfMany,
    ...requestExport,
    ...towns,
  });
  mount(app, deps, api.refusedWork, refusedWork);
  mount(app, deps, api.heldRequests, heldRequests);
  mount(app, deps, api.customers, customers);
  mount(app, deps, api.contact, contact);
  mount(app, deps, api.files, { open: openFile });
  mount(app, deps, api.live, live);
  mount(app, deps, api.notifications, notifications);
  mount(app, deps, api.settings, settings);
  mount(app, deps, api.keys, keys);
  mount(app, deps, api.mail, mail);
  mount(app, deps, api.backups, backups);
  mount(app, deps, api.reports, { ...reports, ...monthlyReports, ...reportExport });
  mount(app, deps, api.audit, { ...auditLists, ...auditOverview, ...verifications, ...auditExport });
  mount(app, deps, api.workOrders, workOrders);
  mount(app, deps, api.views, views);
  mount(app, deps, api.system, { ...system, ...systemState });
  mountDocs(app, deps);
}
