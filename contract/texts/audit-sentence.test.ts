import { describe, expect, it } from 'vitest';
import { auditActionNames } from '../audit-actions.ts';
import { fieldLabel, plain, sentenceOf } from './audit-sentence.ts';

const people = new Map([
  [7, 'Tess Volt'],
  [9, 'Omar Ohm'],
]);
const entry = (fields: Partial<Parameters<typeof sentenceOf>[0]>) => ({
  ...{ action: '', entity: 'request', entity_id: '12', known_as: null, before: null, after: null, changed: [] },
  actor: { id: 7, name: 'Tess Volt', role: 'technician' as const },
  thing: { name: 'REQ-AB12CD34E-FGHIJ', title: 'Dark parking lot' },
  ...fields,
});
const say = (fields: Parameters<typeof entry>[0]) => plain(sentenceOf(entry(fields), people));

describe('sentenceOf', () => {
  it.each<[string, Parameters<typeof entry>[0]]>([
    ['assigned REQ-AB12CD34E-FGHIJ to Tess Volt', { action: 'requests.assign', after: { assigned_to: 7 } }],
    [
      'assigned REQ-AB12CD34E-FGHIJ to Tess Volt (undo)',
      { action: 'requests.assign', after: { assigned_to: 7, is_undo: true } },
    ],
    ['assigned REQ-AB12CD34E-FGHIJ to user no. 8', { action: 'requests.assign', after: { assigned_to: 8 } }],
    [
      'added a note to REQ-AB12CD34E-FGHIJ',
      { action: 'requests.change_status', before: { status: 'pending' }, after: { status: 'pending', notes: 'Rang' } },
    ],
    [
      'kept REQ-AB12CD34E-FGHIJ as In Progress',
      { action: 'requests.change_status', before: { status: 'in_progress' }, after: { status: 'in_progress' } },
    ],
    [
      'sent request REQ-AB12CD34E-FGHIJ',
      { action: 'requests.create', actor: { id: null, name: 'Visitor', role: null } },
    ],
    ['entered request REQ-AB12CD34E-FGHIJ', { action: 'requests.create' }],
    [
      'could not save work on REQ-AB12CD34E-FGHIJ, which was assigned to Omar Ohm',
      { action: 'requests.refuse_work', after: { refused_status: 'completed', assigned_to: 9 } },
    ],
    [
      'could not save work on REQ-AB12CD34E-FGHIJ, which was assigned to nobody',
      { action: 'requests.refuse_work', after: { refused_status: 'completed', assigned_to: null } },
    ],
    [
      'took REQ-AB12CD34E-FGHIJ back from Tess Volt, now Pending',
      {
        action: 'requests.unassign',
        before: { assigned_to: 7, status: 'assigned' },
        after: { assigned_to: null, status: 'pending' },
      },
    ],
    ...['requests.release', 'requests.unassign'].map((action): [string, Parameters<typeof entry>[0]] => [
      'handed REQ-AB12CD34E-FGHIJ over from Tess Volt to Omar Ohm',
      { action, before: { assigned_to: 7, status: 'assigned' }, after: { assigned_to: 9, status: 'assigned' } },
    ]),
    [
      'put REQ-AB12CD34E-FGHIJ back to Pending, because Tess Volt was no longer available',
      {
        action: 'requests.release',
        before: { assigned_to: 7, status: 'in_progress' },
        after: { assigned_to: null, status: 'pending' },
      },
    ],
    [
      'added the user Tess Volt (now Tess Watt)',
      {
        action: 'users.create',
        entity: 'user',
        thing: { name: 'Tess Watt', title: null },
        after: { name: 'Tess Volt' },
      },
    ],
    [
      'moved the message of Cora from New to Contacted',
      {
        action: 'contact.set_status',
        thing: null,
        known_as: 'Cora',
        before: { status: 'new' },
        after: { status: 'contacted' },
      },
    ],
    [
      'read the notification New work order',
      { action: 'notifications.read', thing: { name: 'New work order', title: null } },
    ],
    ['deleted a notification', { action: 'notifications.remove', thing: null }],
    [
      'moved REQ-AB12CD34E-FGHIJ from In Progress to Completed',
      { action: 'requests.change_status', before: { status: 'in_progress' }, after: { status: 'completed' } },
    ],
    [
      'updated the work on no. 12 from Assigned to In Progress without a signature (customer absent)',
      {
        action: 'requests.update_with_files',
        thing: null,
        before: { status: 'assigned' },
        after: { status: 'in_progress', unsigned: 'absent' },
      },
    ],
    [
      'corrected no. 12: title, customer phone',
      { action: 'requests.update', thing: null, changed: ['title', 'customer_phone'] },
    ],
    ['deleted the message of Cora', { action: 'contact.remove', thing: null, before: { name: 'Cora' } }],
    [
      'failed to sign in as nobody@example.com and 41 more times within a minute',
      {
        action: 'auth.login_failed',
        entity_id: null,
        thing: null,
        after: { email: 'nobody@example.com', attempts: 42 },
      },
    ],
    [
      'changed the settings: name, phone, hours, email and 2 more',
      { action: 'settings.update', thing: null, changed: ['name', 'phone', 'hours', 'email', 'links', 'closures'] },
    ],
    ['verified the audit trail: it holds', { action: 'audit.verify', changed: ['verification_id', 'sealed'] }],
    ['verified the audit trail: it is broken', { action: 'audit.verify', changed: ['broken', 'sealed'] }],
    ['did: users.explode', { action: 'users.explode' }],
  ])('%s', (text, fields) => expect(say(fields)).toBe(text));

  it('has words for every action, also when its content is missing', () => {
    for (const action of auditActionNames) {
      const text = say({ action, thing: null, entity_id: null });
      expect(text, action).toMatch(/^[a-z].{5,}/);
      expect(text, action).not.toMatch(/undefined|null|NaN|did:/);
    }
  });
});

it('fieldLabel is the name of the field in words', () => {
  expect(['customer_notes', 'external_id', 'ip_address', 'entity_id', 'id'].map(fieldLabel)).toEqual([
    ...['Customer feedback', 'Tracking ID', 'IP address', 'Entity ID', 'ID'],
  ]);
});
