import { zodResolver } from '@hookform/resolvers/zod';
import { loginBody } from '#contract/auth.ts';

/** The checks of the login form (spec §5). Loaded with the first focus, because they are larger than the page. */
export const resolver = zodResolver(loginBody);
