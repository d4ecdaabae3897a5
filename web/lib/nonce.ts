/** The CSP nonce of a dashboard document, for style elements made in the browser; undefined on public pages. */
export const readNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
