import type { RouteObject } from 'react-router';
import type { Role } from '#contract/words/roles.ts';

let all: readonly RouteObject[] = [];

/** Names the dashboards' screens. They cannot be imported by what is shown around them. */
export const nameScreens = (screens: readonly RouteObject[]): void => {
  all = screens;
};

/** Loads each screen that a role may open, to have it where there is no network. */
export async function loadScreensOf(role: Role): Promise<void> {
  const mine = all.filter(({ handle }) => (handle as { roles: readonly Role[] | null }).roles?.includes(role) ?? true);
  await Promise.allSettled(mine.map(async ({ lazy }) => typeof lazy === 'function' && lazy()));
}
