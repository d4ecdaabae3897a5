import type { RequestSummary } from '#contract/request-answers.ts';

/** What a menu of the list changes: of one row, or of all chosen ones. */
export type MenuKind = 'assign' | 'status';

export type RowMenu = {
  kind: MenuKind;
  rows: readonly RequestSummary[];
  anchor: HTMLElement;
  /** What the menu must not cover, such as the request's card. */
  beside?: HTMLElement | null;
  /** What gets the focus back; the anchor when it is none. */
  returnTo?: HTMLElement | null;
  /** Whether the rows are the chosen ones. */
  isBulk?: boolean;
};

/** Opens a menu at the element that was pressed. */
export type OpenMenu = (menu: RowMenu) => void;
