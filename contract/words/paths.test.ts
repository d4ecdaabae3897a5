import { describe, expect, it } from 'vitest';
import { dashboardOf, paths, rolesOf } from './paths.ts';

describe('paths', () => {
  it('omits parameters that are not given and escapes the others', () => {
    expect(paths.track()).toBe('/track');
    expect(paths.track('REQ-A&B')).toBe('/track?id=REQ-A%26B');
    expect(paths.adminDashboard({ requestId: 7 })).toBe('/dashboard/admin?requestId=7');
    expect(paths.auditorTrail()).toBe('/dashboard/auditor/trail');
    expect(paths.auditorTrail({ entity: 'request', entity_id: 7 })).toBe(
      '/dashboard/auditor/trail?entity=request&entity_id=7',
    );
    expect(paths.adminContacts({ contactId: 7 })).toBe('/dashboard/admin/contacts?contactId=7');
  });

  it('maps a role to its own dashboard and other roles to the generic one', () => {
    expect(dashboardOf('admin')).toBe('/dashboard/admin');
    expect(dashboardOf('technician')).toBe('/dashboard/technician');
    expect(dashboardOf('auditor')).toBe('/dashboard/auditor');
    expect(dashboardOf('dispatcher')).toBe('/dashboard');
  });
});

describe('rolesOf', () => {
  it('returns the roles that may open a dashboard address', () => {
    expect(rolesOf('/dashboard/admin')).toEqual(['admin']);
    expect(rolesOf('/dashboard/admin/users')).toEqual(['admin']);
    expect(rolesOf('/dashboard/technician')).toEqual(['technician', 'admin']);
    expect(rolesOf('/dashboard/auditor')).toEqual(['auditor', 'admin']);
    expect(rolesOf('/dashboard/auditor/trail')).toEqual(['auditor', 'admin']);
    expect(rolesOf('/dashboard')).toBeNull();
    expect(rolesOf('/dashboard/administration')).toBeNull();
  });
});
