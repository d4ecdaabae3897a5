import sharp from 'sharp';
import { type Answering, quantile } from './measure.ts';
import { memoryOfFamily } from './processes.ts';
import { submission } from './works.ts';

/** A work order with this many photos of a camera. */
export const PHOTOS = 12;
const ONE_CALL = 6;
/** Process, fonts and allocators have their size after these. */
const PRINTS = 20;

/**
 * From the call to the last byte of the PDF, in ms, its size, and what `further` documents added to the memory of the app and of
 * the process that renders, in MB.
 */
export type Printing = { p50: number; slowest: number; megabytes: number; further: number; growth: number };

/**
 * A photo as the technician's device sends it: 2,000 pixels long. Its fine grain makes it about 1.2 MB, twice as large as
 * most photos. Each is another one.
 */
async function aPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grain = sharp({ create: { width: 2_000, height: 1_500, channels: 3, background: '#888', noise } });
  const raw = await grain.png().toBuffer();
  return sharp(raw).blur(0.6).jpeg({ quality: 80 }).toBuffer();
}

const jsonOf = async <T>(answer: Response) => (await answer.json()) as T;

async function answered(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return answer;
}

type Printed = { origin: string; token: string; product: Answering };

/**
 * Makes a request with the photos, and prints its work order, one print after the other.
 * @param product its processes
 * @param further how many prints show whether memory grows
 */
export async function measurePrinting({ origin, token, product }: Printed, further: number): Promise<Printing> {
  const headers = { authorization: `Bearer ${token}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const body = JSON.stringify(submission(1));
  const created = await answered(`${origin}/api/requests/create`, { method: 'POST', headers: json, body });
  const { request: made } = await jsonOf<{ request: { external_id: string } }>(created);
  const found = await answered(`${origin}/api/requests?search=${made.external_id}`, { headers });
  const { requests } = await jsonOf<{ requests: { id: number }[] }>(found);
  const request = `${origin}/api/requests/${requests[0]?.id}`;
  for (let added = 0; added < PHOTOS; added += ONE_CALL) {
    const update = new FormData();
    update.append('status', 'in_progress');
    for (let nth = 0; nth < ONE_CALL; nth += 1)
      update.append('images', new Blob([new Uint8Array(await aPhoto())], { type: 'image/jpeg' }), `pole-${nth}.jpg`);
    await answered(`${request}/update-with-files`, { method: 'PATCH', headers, body: update });
  }
  let bytes = 0;
  const print = async () => {
    const asked = performance.now();
    bytes = (await (await answered(`${request}/work-order`, { headers })).arrayBuffer()).byteLength;
    return performance.now() - asked;
  };
  // The first print starts the process that renders.
  await print();
  const times: number[] = [];
  while (times.length < PRINTS) times.push(await print());
  const memory = () => memoryOfFamily(product.node, product.postmaster);
  const before = memory();
  while (times.length < PRINTS + further) times.push(await print());
  return {
    p50: quantile(times, 0.5),
    slowest: Math.max(...times),
    megabytes: bytes / 1e6,
    further,
    growth: memory() - before,
  };
}
