import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { backups } from './backups.ts';
import { contact } from './contact.ts';
import { customers } from './customers.ts';
import { files } from './files.ts';
import { keys } from './keys.ts';
import { live } from './live.ts';
import { mail } from './mail.ts';
import { notifications } from './notifications.ts';
import { reports } from './reports.ts';
import { heldRequests } from './requests/held.ts';
import { refusedWork } from './requests/refused-work.ts';
import { requests } from './requests.ts';
import { settings } from './settings.ts';
import { system } from './system.ts';
import { users } from './users.ts';
import { views } from './views.ts';
import { workOrders } from './work-orders.ts';

/** The whole API as data. Every endpoint is listed once. */
export const api = {
  auth,
  users,
  requests,
  refusedWork,
  heldRequests,
  customers,
  contact,
  files,
  live,
  notifications,
  settings,
  keys,
  mail,
  backups,
  reports,
  audit,
  system,
  workOrders,
  views,
};
