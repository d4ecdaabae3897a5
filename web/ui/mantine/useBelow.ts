import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is narrower than `em`. For changes that CSS alone cannot make, such as a table that becomes cards. */
export const useBelow = (em: number): boolean =>
  useMediaQuery(`(max-width: ${em - 0.01}em)`, false, { getInitialValueInEffect: false });
