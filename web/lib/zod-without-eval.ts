declare global {
  /** zod's settings, which it reads when it loads. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// Otherwise zod tries `new Function`, which the content policy refuses and reports. Set without importing zod, so that
// pages without checks do not load it.
globalThis.__zod_globalConfig = { jitless: true };

export {};
