import { useMediaQuery } from '@mantine/hooks';

/** Whether the window meets a media query, from the first render on. For changes that CSS alone cannot make, such as a dialog that fills a phone. */
export const useMedia = (query: string): boolean => useMediaQuery(query, false, { getInitialValueInEffect: false });
