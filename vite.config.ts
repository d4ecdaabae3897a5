import { createHash } from 'node:crypto';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { namedBreakpoints } from './tools/breakpoints.ts';
import { deskChunks } from './tools/chunks.ts';
import { headMarkup } from './web/app/document.ts';

const API = process.env.API_ORIGIN ?? 'http://localhost:5000';
const root = new URL('./web', import.meta.url).pathname;
const out = (name: string) => new URL(`./dist/${name}`, import.meta.url).pathname;

const namedGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
  { name: 'zod', test: /node_modules\/zod\// },
  { name: 'hook-form', test: /node_modules\/react-hook-form\/|web\/lib\/forms\/form-field\./ },
  {
    name: 'site',
    test: /contract\/words\/(paths|weekdays)\.|web\/(app\/site|domain\/OfficeState\.|ui\/base\/(page\/(Brand|ThemeToggle|useHydrated)|style\/(Action|Page))\.|lib\/(hours|theme\/theme|stored\/text|services|now|useOpenState)\.)|web\/features\/site\/art\/|tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/Icon(ArrowRight|Bolt|Camera|ChevronLeft|ChevronRight|Menu2|Moon|Phone|Sun|Tool|X)\.)/,
  },
  {
    name: 'form',
    test: /contract\/words\/limits\.|web\/(ui\/base\/(page\/FormPage|form\/(Field|FieldError)|content\/Notice)|lib\/(forms\/field-errors|api-client|pictures\/(file-copy|unreadable-files)|session\/unauthorized))\./,
  },
  // What the forms of the public pages share beside that: each file less is a name less that every page carries.
  {
    name: 'forms',
    test: /\.stored\.ts$|web\/(domain\/ReachOffice|lib\/(forms\/(failed-call|late-resolver)|stored\/(stored|age|records))|ui\/base\/form\/(early-input|FailureNotice))\./,
  },
];
const chunkGroups = [
  ...namedGroups.map((group) => ({ ...group, priority: 1 })),
  // Each module's name already follows what imports it.
  { name: deskChunks(root), debugName: 'desk', includeDependenciesRecursively: false },
];

/** The worker keeps its address, under which browsers look for a newer one. Every other file has the hash of its content. */
const entryFileNames = ({ name }: { name: string }) =>
  name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js';

/** A class of a CSS module, with a hash of the file's path. Without its line, unlike by default: every page carries these names. */
const generateScopedName = (name: string, file: string) =>
  `${name}_${createHash('sha256').update(path.relative(root, file)).digest('hex').slice(0, 6)}`;

/** The page paints before its script matters: entry and preloads wait behind the stylesheets, only the font hurries. */
function templatePriorities(): Plugin {
  return {
    name: 'template-priorities',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => file.endsWith('.woff2'));
        const preload = font
          ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">\n    `
          : '';
        return html
          .replace('<script type="module" crossorigin', '<script type="module" async fetchpriority="low" crossorigin')
          .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
          .replace('<link rel="icon"', `${preload}<link rel="icon"`);
      },
    },
  };
}

/**
 * zod can also turn its schemas into JSON Schema. No page asks for that, but tree-shaking cannot see it: the links from each
 * schema to that part, a fifth of zod, are cut here.
 */
function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'zod-without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/zod\/v4\/classic\/schemas\.js$/ },
      handler(code) {
        const links = /inst\._zod\.processJSONSchema = .*|create(?:Standard|To)JSONSchemaMethod\(.*?\)(?:\(params\))?/g;
        const cut = code.replaceAll(links, (link) => (link.startsWith('inst') ? '' : 'undefined'));
        if (cut.includes('JSONSchemaMethod(') || cut.length === code.length)
          throw new Error('zod is built differently now');
        return { code: cut, map: null };
      },
    },
  };
}

/** In development the page asks the running server for the business's details, as a built page carries them. */
function developmentHead(): Plugin {
  return {
    name: 'development-head',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const page = await fetch(`${API}/login`).then((answer) => answer.text());
        const business = /<script type="application\/json" id="business">(.*?)<\/script>/s.exec(page)?.[1];
        if (!business) throw new Error(`${API}/login carries no business details: is the server running?`);
        return html.replace('<!--head-->', () => headMarkup(JSON.parse(business)));
      },
    },
  };
}

export default defineConfig(({ command, isSsrBuild }) => ({
  root,
  // A start shows its own steps; the build speaks up when something is wrong.
  logLevel: command === 'build' ? 'warn' : 'info',
  plugins: [react(), templatePriorities(), zodWithoutJsonSchema(), developmentHead()],
  css: { postcss: { plugins: [namedBreakpoints] }, modules: { generateScopedName } },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': API } },
  // Bundled, so that only the used part of the library is loaded.
  ssr: { noExternal: [/^@react-email\//, /^@tabler\//] },
  build: {
    outDir: out(isSsrBuild ? 'ssr' : 'web'),
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The licenses ask that their texts come along with the code.
    license: { fileName: isSsrBuild ? '.vite/license.md' : 'third-party-notices.txt' },
    rolldownOptions: {
      input: isSsrBuild
        ? { 'entry-server': `${root}/app/entry-server.tsx`, documents: `${root}/../documents/entry.ts` }
        : { index: `${root}/index.html`, 'service-worker': `${root}/worker/service-worker.ts` },
      // Few files compress better and cost fewer round trips than a chunk for every icon.
      ...(isSsrBuild ? {} : { output: { entryFileNames, codeSplitting: { groups: chunkGroups } } }),
    },
  },
}));
