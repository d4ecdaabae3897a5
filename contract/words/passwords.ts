/** The fewest characters a new password may have, unless the installation asks for more (spec §5). */
export const PASSWORD_MIN_LENGTH = 6;
export const passwordTooShort = (min: number) => `Password must be at least ${min} characters`;
