import { forgotPasswordBody } from '#contract/auth.ts';
import { formResolver } from '#web/lib/forms/checks/form-resolver.ts';

/** The checks of the form. Loaded with the first focus, because they are larger than the page. */
export const resolver = formResolver(forgotPasswordBody);
