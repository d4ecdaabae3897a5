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
    const parts = [
      { prefix: 'admin', roles: ['admin'], least: 11 },
      { prefix: 'technician', roles: ['technician', 'admin'], least: 2 },
      { prefix: 'auditor', roles: ['auditor', 'admin'], least: 5 },
    ];
    for (const { prefix, roles, least } of parts) {
      const screens = Object.entries(paths).filter(([name]) => name.startsWith(prefix));
      expect(screens.length).toBeGreaterThanOrEqual(least);
      for (const [name, path] of screens) {
        const address = typeof path === 'string' ? path : (path as () => string)();
        expect(rolesOf(address), name).toEqual(roles);
      }
    }
    expect(rolesOf(paths.notifications)).toBeNull();
    expect(rolesOf('/dashboard')).toBeNull();
    expect(rolesOf('/dashboard/administration')).toBeNull();
  });
});
