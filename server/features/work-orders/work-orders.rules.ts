import type { Business } from '#contract/business.ts';
import type { RequestDetail } from '#contract/request-answers.ts';
import { type Letterhead, letterheadOf } from '#contract/texts/letterhead.ts';
import { contactFields, factsOf, fieldsAbout } from '#contract/words/request-fields.ts';
import { priorityLabels, statusLabels } from '#contract/words/requests.ts';

/** A picture of a sheet, by the name under which the template finds it. */
type Picture = { name: string; alt: string; caption: string };

/** What the template `documents/pdf/work-order.typ` prints: texts only, ready to be shown. */
export type WorkOrderSheet = {
  external_id: string;
  printed_at: string;
  title: string;
  business: Letterhead;
  job: readonly Fact[];
  customer: readonly Fact[];
  description: string;
  notes: readonly string[];
  completion: { facts: readonly Fact[]; signature: Picture | null } | null;
  photos: readonly Picture[];
  other_files: readonly string[];
  /** What is not printed, because a request may have thousands; null when everything is. */
  left_out: string | null;
  history: readonly { at: string; what: string; by: string }[];
};
type Fact = readonly [label: string, value: string];

/** The customer's fields about the work, except the title and description, which have their own places. */
const jobFields = fieldsAbout('work').filter((name) => name !== 'title' && name !== 'description');

const filled = (rows: readonly (readonly [string, string | null | undefined])[]): Fact[] =>
  rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));

const splitNotes = (notes: string) => notes.split(/\n\n+/).filter(Boolean);
const statusWord = (value: string | null) => Object.entries(statusLabels).find(([status]) => status === value)?.[1];

function changeText({ change, from, to }: RequestDetail['history'][number]): string {
  if (change === 'refusal')
    return `Update not saved, because the request was ${to === null ? 'unassigned' : `assigned to ${to}`}`;
  if (change === 'details') return 'Details corrected';
  if (change === 'assignment') return to === null ? 'No longer assigned' : `Assigned to ${to}`;
  return from === null ? 'Received' : `Status: ${statusWord(to) ?? 'unknown'}`;
}

/** How and when the customer signed, and who recorded it. */
function captionOf(given: RequestDetail['evidence'][number], time: (iso: string) => string): string {
  const how =
    given.signature_kind === 'typed'
      ? `${given.signed_name ?? 'The customer'} signed by typing the name`
      : 'Signed for the customer';
  const by = given.recorded_by === null ? '' : `, recorded by ${given.recorded_by}`;
  return `${how} on ${time(given.recorded_at)}${by}`;
}

/** Says what a sheet does not have of a request with very many entries. */
function leftOut(request: RequestDetail, isStaff: boolean): string | null {
  const notes = request.notes_total - splitNotes(request.notes).length;
  const counts = [
    ['earlier notes', isStaff ? notes : 0],
    ['earlier files', request.files_total - request.files.length],
    ['earlier changes', isStaff ? request.history_total - request.history.length : 0],
  ] as const;
  const parts = counts.flatMap(([what, count]) => (count > 0 ? [`${count.toLocaleString('en-US')} ${what}`] : []));
  return parts.length ? `Not printed: ${new Intl.ListFormat('en-US').format(parts)}.` : null;
}

/** A file name that a sheet's picture has while the sheet is rendered. */
export const pictureName = (id: string, type: 'jpg' | 'png') => `${id}.${type}`;

/** The reader of a sheet. A customer's copy has no notes, and no staff names except the technician's. */
export type Reader = 'staff' | 'customer';

/**
 * Lays a request out for printing.
 * @param write writes a time as the business does, in its time zone
 * @param readable the ids of the pictures that could be read
 */
export function sheetOf(
  request: RequestDetail,
  options: {
    business: Business;
    reader: Reader;
    readable: ReadonlySet<string>;
    now: Date;
    write: (at: Date) => string;
  },
): WorkOrderSheet {
  const { business, reader, readable, now, write } = options;
  const time = (iso: string) => write(new Date(iso));
  const technician = request.assignedTechnician?.name;
  const pictures = request.files.filter(({ id }) => readable.has(id));
  const isStaff = reader === 'staff';
  const given = request.evidence.find(({ current }) => current);
  const signature = request.signature && readable.has(request.signature.id) ? request.signature : null;
  return {
    external_id: request.external_id,
    printed_at: write(now),
    title: request.title,
    business: letterheadOf(business),
    job: filled([
      ['Status', statusLabels[request.status]],
      ['Priority', priorityLabels[request.priority]],
      ...factsOf(request, jobFields),
      ['Technician', technician],
      ['Received', time(request.created_at)],
      ['Completed', request.completed_at && time(request.completed_at)],
    ]),
    customer: filled(factsOf(request, contactFields)),
    description: request.description,
    notes: isStaff ? splitNotes(request.notes) : [],
    completion:
      request.status === 'completed'
        ? {
            facts: filled([
              ['Rating', request.rating ? `${request.rating} of 5` : null],
              ['Feedback', request.customer_notes],
            ]),
            signature: signature && {
              name: pictureName(signature.id, 'png'),
              alt: `Signature for the completion of ${request.external_id}`,
              caption: given ? captionOf(given, time) : 'Signed for the customer',
            },
          }
        : null,
    photos: pictures.map((file, at) => ({
      name: pictureName(file.id, 'jpg'),
      alt: `Photo ${at + 1} of ${pictures.length}: ${file.file_name}`,
      caption: `${file.file_name} · ${time(file.created_at)}${file.uploader ? ` · ${file.uploader.name}` : ''}`,
    })),
    other_files: request.files.filter(({ id }) => !readable.has(id)).map(({ file_name }) => file_name),
    left_out: leftOut(request, isStaff),
    history: request.history
      .filter(({ change }) => isStaff || change === 'status')
      .map((entry) => ({
        at: time(entry.at),
        what: changeText(entry),
        by: entry.by === null ? 'Customer' : isStaff ? entry.by : business.name,
      })),
  };
}
