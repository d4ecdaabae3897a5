declare global {
  /** Where zod keeps its settings; it takes what is here when it loads. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// zod would try `new Function` to be faster, which the content policy refuses and reports. Set before zod loads, without
// loading it: the pages that check nothing do not carry it.
globalThis.__zod_globalConfig = { jitless: true };

export {};
