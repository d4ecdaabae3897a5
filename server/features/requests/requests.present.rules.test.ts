import { describe, expect, it } from 'vitest';
import { fieldNames, type RequestField } from '#contract/words/request-fields.ts';
import type { Status } from '#contract/words/requests.ts';
import { presentAssignee, presentDetail, standingSteps } from './requests.present.rules.ts';

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
/** As PostgreSQL writes a time into JSON. */
const written = (time: string) => `2026-03-02T${time}+00:00`;

type Row = Parameters<typeof presentDetail>[0];
/** Each field of the customer has its own name as its text. */
const told = Object.fromEntries(fieldNames.map((name) => [name, name])) as Record<RequestField, string>;
const row: Row = {
  ...told,
  id: 7,
  external_id: 'REQ-AAAAAAAAA-AAAAA',
  status: 'completed',
  priority: 'low',
  assigned_to: 3,
  technician_name: 'Tess',
  town: 'Sanford',
  customer_id: 1,
  customer_notes: null,
  contact_message_id: null,
  changed_by: 3,
  rating: 5,
  created_at: at('14:00:00'),
  updated_at: at('15:00:00'),
  completed_at: at('15:00:00'),
  version: 4,
  notes: [],
  notes_total: 0,
  history_total: 0,
  history: [],
  evidence: [],
  unsigned_visits: [],
  refused_work: [],
};
const evidence = (signature_id: string, superseded_at: string | null): Row['evidence'][number] => ({
  rating: 5,
  customer_notes: null,
  signature_id,
  signature_kind: 'drawn',
  signed_name: null,
  recorded_at: written('15:00:00.5'),
  superseded_at,
  unseen: false,
  recorded_by: 'Tess',
  reopened_by: superseded_at && 'Ada',
});
type Stored = Parameters<typeof presentDetail>[1];
const signature = (id: string): Stored['signatures'][number] => ({
  id,
  file_name: 'signature.png',
  file_path: `/api/files/${id}`,
  thumbnail_path: null,
  file_type: 'image/png',
  file_size: 100,
  created_at: at('15:00:00').toISOString(),
  uploader: null,
});
const present = (over: Partial<Row>, signatures: Stored['signatures'] = []) =>
  presentDetail(
    { ...row, ...over },
    { files: [], signatures, total: 0, ofRefused: () => ({ files: [], signatures: [] }) },
    { zone: 'America/New_York', viewer: null },
  );

describe('the whole request', () => {
  it('has the signature of its present completion, and each completion its own', () => {
    const reopened = [evidence('second', null), evidence('first', written('16:00:00'))];
    const shown = present({ evidence: reopened }, [signature('first'), signature('second')]);
    expect(shown.signature?.id).toBe('second');
    expect(shown.evidence.map(({ current, signature }) => [current, signature?.id])).toEqual([
      [true, 'second'],
      [false, 'first'],
    ]);
  });

  it('has no signature while it is open again, nor one that is not among its files', () => {
    expect(present({ evidence: [evidence('first', written('16:00:00'))] }, [signature('first')]).signature).toBeNull();
    expect(present({ evidence: [evidence('lost', null)] }, [signature('first')]).signature).toBeNull();
  });

  it('has every time in UTC, from a date and from text, and its notes in the zone of the business', () => {
    const shown = present({
      completed_at: null,
      notes: [{ body: 'No power', author: 'Tess', created_at: written('14:14:00.123456') }],
      history: [
        { id: 1, at: written('14:00:00'), by: null, change: 'status', from: null, to: 'pending', fields: null },
      ],
      evidence: [evidence('first', null)],
    });
    expect(shown.created_at).toBe('2026-03-02T14:00:00.000Z');
    expect(shown.completed_at).toBeNull();
    expect(shown.history).toEqual([
      { at: '2026-03-02T14:00:00.000Z', by: null, change: 'status', from: null, to: 'pending', fields: null },
    ]);
    expect(shown.evidence[0]?.recorded_at).toBe('2026-03-02T15:00:00.500Z');
    expect(shown.notes).toBe('Mar 2, 2026, 9:14 AM · Tess\nNo power');
  });

  it('says which visits without a signature are open, and that nobody has it', () => {
    const visit = {
      kind: 'absent' as const,
      reason: 'Nobody there',
      recorded_at: written('14:00:00'),
      recorded_by: 'Tess',
    };
    const visits = [
      { ...visit, settled_at: null },
      { ...visit, settled_at: written('15:00:00') },
    ];
    const shown = present({ assigned_to: null, technician_name: null, unsigned_visits: visits });
    expect(shown.unsigned_visits.map(({ open }) => open)).toEqual([true, false]);
    expect(shown.assignedTechnician).toBeNull();
  });
});

describe('the steps that a customer sees', () => {
  const step = (status: Status, at: string, since: string | null = null) => ({ status, at, since });

  it('leave out what an undo took back, and the undo, also of an undo', () => {
    const taken = [step('pending', '1'), step('assigned', '2'), step('pending', '3', '1')];
    expect(standingSteps(taken)).toEqual([{ status: 'pending', at: '1' }]);
    const redone = [...taken, step('assigned', '4', '2')];
    expect(standingSteps(redone)).toEqual([
      { status: 'pending', at: '1' },
      { status: 'assigned', at: '2' },
    ]);
  });

  it('keep a status that the office set back by hand', () => {
    const steps = [step('pending', '1'), step('cancelled', '2'), step('pending', '3')];
    expect(standingSteps(steps)).toEqual(steps.map(({ status, at }) => ({ status, at })));
  });
});

it('somebody without work has none, not nothing', () => {
  const person = { id: 3, name: 'Tess', email: 'tess@example.com', base_location: null, is_invited: true };
  expect(presentAssignee({ ...person, role: 'technician', open: null, today: null })).toEqual({
    ...person,
    role: 'technician',
    open: 0,
    today: 0,
  });
});
