// What a limit counts, also for `ui`, which knows no contract.
export { textLength } from '#contract/words/limits.ts';
