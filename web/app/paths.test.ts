import { describe, expect, it } from 'vitest';
import { dashboardOf, paths, safeNext } from './paths.ts';

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

describe('safeNext', () => {
  it.each(['/dashboard', '/dashboard/admin', '/dashboard/technician?requestId=4', '/dashboard#top'])(
    'follows %s',
    (next) => {
      expect(safeNext(next)).toBe(next);
    },
  );

  it.each([
    null,
    '',
    '/',
    '/dashboards',
    '//evil.example/dashboard',
    'https://evil.example/dashboard',
    '/\\evil.example',
    'javascript:alert(1)',
    '/dashboard/../login',
    '/dashboard/..//evil.example',
    '/dashboard/../\\evil.example',
    '/dashboard\\..\\..\\evil',
    ' /dashboard',
    '/%64ashboard',
  ])('refuses %s', (next) => {
    expect(safeNext(next)).toBeNull();
  });
});
