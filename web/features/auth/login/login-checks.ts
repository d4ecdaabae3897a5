import { zodResolver } from '@hookform/resolvers/zod';
import { loginBody } from '#contract/auth.ts';

/** The login's checks (spec §5), apart: they weigh more than the page, and come when somebody begins to type. */
export const resolver = zodResolver(loginBody);
