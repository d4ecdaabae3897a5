import { describe, expect, it } from 'vitest';
import { safeNext } from './safe-next.ts';

describe('safeNext', () => {
  it.each([
    ['technician', '/dashboard/admin'],
    ['technician', '/dashboard/admin/users?role=admin'],
    ['technician', '/dashboard/technician/../admin'],
    ['auditor', '/dashboard/technician?requestId=4'],
  ] as const)('refuses, for a %s, %s', (role, next) => {
    expect(safeNext(next, role)).toBeNull();
  });

  it.each(['/dashboard', '/dashboard/admin', '/dashboard/technician?requestId=4', '/dashboard#top'])(
    'accepts %s',
    (next) => {
      expect(safeNext(next, 'admin')).toBe(next);
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
    expect(safeNext(next, 'admin')).toBeNull();
  });
});
