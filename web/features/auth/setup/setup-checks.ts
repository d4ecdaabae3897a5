import { zodResolver } from '@hookform/resolvers/zod';
import { setupBody } from '#contract/auth.ts';

/** The checks of the form. Loaded with the first focus, because they are larger than the page. */
export const resolver = zodResolver(setupBody);
