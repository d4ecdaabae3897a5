// What searches a list in the browser, also for `ui`, which knows no contract.
export { hasWords } from '#contract/words/search.ts';
