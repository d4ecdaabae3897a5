import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * The security headers of every answer, by lower-case name, as helmet sets them. They depend on no request, so helmet runs
 * once. As a hook it would build the policy for each request, which costs more than the smallest answers.
 */
export function securityHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  const apply = helmet({
    // Documents carry their own policy. Every other answer may load nothing and may not be framed.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    // The proxy that terminates TLS decides whether the site is HTTPS only.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    // For browsers and plug-ins that are gone.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  apply({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
