import { aRequest, PASSWORD } from '../factories.ts';
import { aUser } from '../people.ts';
import type { TestApp } from '../test-app.ts';
import type { World } from './inputs.ts';

/** Makes a request assigned to a technician, and a user for every principal. */
export async function aWorld(test: TestApp): Promise<World> {
  const office = await aUser(test, 'admin', { name: 'Olive Office' });
  const people = {
    assigned: await aUser(test, 'technician', { name: 'Tess Technician' }),
    other: await aUser(test, 'technician', { name: 'Otto Other' }),
    auditor: await aUser(test, 'auditor'),
    admin: await aUser(test, 'admin', { name: 'Ada Admin' }),
    // Both are admins, so that only the deactivation or the expiry refuses them.
    deactivated: await aUser(test, 'admin', { is_active: false }),
    expired: await aUser(test, 'admin'),
  };
  const request = await aRequest(test);
  const { customer_id } = await test.deps.db
    .updateTable('requests')
    .set({ assigned_to: people.assigned.id, status: 'assigned' })
    .where('id', '=', request.id)
    .returning('customer_id')
    .executeTakeFirstOrThrow();
  return { test, office, people, request, customerId: customer_id, passwords: [PASSWORD] };
}
