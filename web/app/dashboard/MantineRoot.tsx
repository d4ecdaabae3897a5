import './mantine-styles.ts';
import '#web/ui/base/style/tones.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { readNonce } from '#web/lib/nonce.ts';
import { useTheme } from '#web/lib/theme/theme.ts';
import { cssVariablesResolver, theme } from './theme.ts';

declare global {
  /** The nonce for the style element that Mantine's scroll lock creates. */
  var __webpack_nonce__: string | undefined;
}

const nonce = readNonce();
globalThis.__webpack_nonce__ = nonce;
const getStyleNonce = () => nonce ?? '';

/** Provides Mantine with the design tokens. Its colour scheme follows the document's theme. */
export function MantineRoot({ children }: { children: ReactNode }) {
  const scheme = useTheme().theme;
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={getStyleNonce}
    >
      {children}
    </MantineProvider>
  );
}
