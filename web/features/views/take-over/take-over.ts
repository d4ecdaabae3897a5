import { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { VIEWS_MAX } from '#contract/words/views.ts';
import { ApiError, call } from '#web/lib/api-client.ts';
import { freeName, isTakenOver, keptViewsOf, tableChoicesOf, type ViewContent } from '../views.view.ts';
import { formerTables, formerViews } from './take-over.stored.ts';

type Stored = ResponseOf<typeof api.views.list>;

const isRefused = (error: unknown) => error instanceof ApiError && error.code === 'validation_failed';

async function takeOverView(stored: Stored, view: ViewContent): Promise<Stored> {
  // A second tab, or a second try after a lost answer, makes no copy.
  if (stored.views.some((one) => isTakenOver(one, view))) return stored;
  const body = { ...view, hidden: [...view.hidden], name: freeName(view.name, stored.views) };
  const { view: made } = await call(api.views.create, { body });
  return { ...stored, views: [...stored.views, made] };
}

/**
 * Moves what this browser has kept for a person to the server: earlier versions kept views and columns in the browser alone.
 * Each view leaves the browser when the server has it. Columns go to the first person who opens the list here, because the
 * browser has not kept whose they are; a choice on the server counts more.
 * @returns what the server has then, and how many views could not be moved and stay in the browser
 */
export async function takeOver(stored: Stored, userId: number): Promise<Stored & { left: number }> {
  let now = stored;
  const former = formerViews(userId);
  let waiting = keptViewsOf(former.read());
  for (const view of waiting) {
    if (now.views.length >= VIEWS_MAX) break;
    try {
      now = await takeOverView(now, view);
    } catch (error) {
      // The next read tries again. Another tab may have been first, so that the name is taken by now.
      if (isRefused(error)) continue;
      return { ...now, left: waiting.length };
    }
    waiting = waiting.filter((one) => one !== view);
    const left = waiting.map(({ name, query, hidden, density }) => ({ name, query, choices: { hidden, density } }));
    former.write(left.length > 0 ? left : null);
  }
  for (const { table, stored } of formerTables) {
    const kept = stored.read();
    if (kept === null) continue;
    if (!now.tables.some((one) => one.table === table)) {
      const { hidden, density } = tableChoicesOf(kept);
      const made = await call(api.views.chooseTable, { body: { table, hidden: [...hidden], density } }).catch(
        () => null,
      );
      if (!made) continue;
      now = { ...now, tables: [...now.tables, made.table] };
    }
    stored.write(null);
  }
  return { ...now, left: waiting.length };
}
