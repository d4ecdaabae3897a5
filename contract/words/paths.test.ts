import { describe, expect, it } from 'vitest';
import { dashboardOf, paths, rolesOf } from './paths.ts';

describe('paths', () => {
  it('leaves out what is not given, and escapes what is', () => {
    expect(paths.track()).toBe('/track');
    expect(paths.track('REQ-A&B')).toBe('/track?id=REQ-A%26B');
    expect(paths.adminDashboard({ requestId: 7 })).toBe('/dashboard/admin?requestId=7');
  });

  it('sends a role to its own dashboard and any other to the generic one', () => {
    expect(dashboardOf('admin')).toBe('/dashboard/admin');
    expect(dashboardOf('technician')).toBe('/dashboard/technician');
    expect(dashboardOf('dispatcher')).toBe('/dashboard');
  });
});

describe('rolesOf', () => {
  it('names who may open a dashboard address, and nobody but them', () => {
    expect(rolesOf('/dashboard/admin')).toEqual(['admin']);
    expect(rolesOf('/dashboard/admin/users')).toEqual(['admin']);
    expect(rolesOf('/dashboard/technician')).toEqual(['technician', 'admin']);
    expect(rolesOf('/dashboard')).toBeNull();
    expect(rolesOf('/dashboard/administration')).toBeNull();
  });
});
