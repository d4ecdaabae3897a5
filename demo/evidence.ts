import type { DeviceType, FileKind } from '#server/db/database.ts';
import type { Customer } from './customers.ts';
import { type DocumentFile, someDocument } from './documents.ts';
import type { Member } from './people.ts';
import { type PictureKey, somePicture } from './photos.ts';
import type { Random } from './random.ts';
import type { Happening } from './story.ts';
import type { Job } from './work/job.ts';

export type FilePlan = {
  id: string;
  kind: FileKind;
  name: string;
  by: Member | null;
  at: Date;
  content: { picture: PictureKey } | { signature: string } | { document: DocumentFile };
};
export type View = { device: DeviceType; ip: string; at: Date };

const DAY = 86_400_000;
const stamp = (at: Date) => at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_');

/** The photos, documents and signatures of a story. */
export function someFiles(
  random: Random,
  about: { job: Job; customer: Customer; title: string; story: readonly Happening[] },
): FilePlan[] {
  const { job, customer, title, story } = about;
  const files: FilePlan[] = [];
  const add = (plan: Omit<FilePlan, 'id'>) => files.push({ id: random.uuid(), ...plan });
  const scene = somePicture(random, job.picture);
  const [submitted] = story;
  if (submitted && random.chance(0.19)) {
    const name = `IMG_${random.int(1200, 9800)}.jpg`;
    add({ kind: 'attachment', name, by: null, at: submitted.at, content: { picture: { ...scene, lit: false } } });
  } else if (submitted && random.chance(0.025)) {
    const document = someDocument(random, customer, title);
    add({ kind: 'attachment', name: document.name, by: null, at: submitted.at, content: { document } });
  }
  const photographs = random.chance(0.26);
  for (const { at, by, photos, closing } of story) {
    if (photos && photographs) {
      const name = `${stamp(at)}.jpg`;
      add({ kind: 'photo', name, by, at, content: { picture: { ...scene, lit: photos === 'after' } } });
    }
    if (closing) add({ kind: 'signature', name: 'signature.png', by, at, content: { signature: customer.contact } });
  }
  return files;
}

/** Addresses from the ranges that are set aside for documentation. */
const someIp = (random: Random) => `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.int(1, 254)}`;

/** The customer's look-ups of a request, always from the same few devices. */
export function someViews(
  random: Random,
  about: { created_at: Date; completed_at: Date | null; now: Date; customer: Customer },
): View[] {
  if (random.chance(0.3)) return [];
  const { created_at, completed_at, now, customer } = about;
  const own = random.fork(customer.email);
  const devices = [0, 1].map(() => ({
    ip: someIp(own),
    device: own.weighted<DeviceType>([
      ['mobile', 55],
      ['desktop', 36],
      ['tablet', 7],
      ['unknown', 2],
    ]),
  }));
  const last = Math.min(
    now.getTime(),
    (completed_at?.getTime() ?? now.getTime()) + DAY,
    created_at.getTime() + 40 * DAY,
  );
  const views = Array.from({ length: random.int(1, 8) }, () => {
    // More look-ups at the beginning, when the time of the visit is still unknown.
    const at = new Date(created_at.getTime() + (last - created_at.getTime()) * random.next() ** 1.6);
    return { ...random.pick(devices), at };
  });
  return views.sort((one, other) => one.at.getTime() - other.at.getTime());
}
