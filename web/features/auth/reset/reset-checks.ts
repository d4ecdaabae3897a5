import { zodResolver } from '@hookform/resolvers/zod';
import { resetPasswordBody } from '#contract/auth.ts';

/** The checks of the form. Loaded with the first focus, because they are larger than the page. */
export const resolver = zodResolver(resetPasswordBody);
