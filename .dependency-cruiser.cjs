/** Who may import whom (docs/ARCHITECTURE.md). Each comment is the sentence a person reads when they break the rule. */
const TESTS = '\\.test(-d)?\\.tsx?$|^server/testing/|^e2e/';
const SQL = 'node_modules/(kysely|pg)/';
const REQUESTS = '^web/features/requests/';
/** What stands in the web's requests, the highest floor first (docs/decisions/0018-rooms-of-requests.md). */
const FLOORS = [
  ['desk/', 'held/', 'monitor/', 'my-work/', 'submit/'],
  ['list/', 'dialog/', 'work/', 'draft/'],
  ['dispatch/', 'record/'],
  ['requests.api.ts'],
  ['requests.filters.ts', 'request-list.module.css'],
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-is-a-leaf',
      comment: 'The contract imports zod and itself only: both sides stand on it.',
      severity: 'error',
      from: { path: '^contract/', pathNot: TESTS },
      to: { pathNot: '^contract/|node_modules/zod/' },
    },
    {
      name: 'words-import-words-only',
      comment:
        'Words are plain constants: schemas import words, never the reverse, so that a page with a word loads no zod.',
      severity: 'error',
      from: { path: '^contract/words/', pathNot: TESTS },
      to: { pathNot: '^contract/words/' },
    },
    {
      name: 'web-knows-no-server',
      comment: 'Web and server meet only in the contract.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|demo|bench|tools)/' },
    },
    {
      name: 'server-knows-no-web',
      comment: 'Web and server meet only in the contract.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(web|tools|e2e)/' },
    },
    {
      name: 'documents-know-the-contract-only',
      comment: 'documents renders from what it is given: it knows neither the server nor the website.',
      severity: 'error',
      from: { path: '^documents/', pathNot: TESTS },
      to: { path: '^(server|web|demo|bench|tools)/' },
    },
    {
      name: 'documents-are-built',
      comment: 'Node runs no JSX: the server loads the built file (server/documents.ts).',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: TESTS },
      to: { path: '^documents/' },
    },
    {
      name: 'no-made-up-data-in-the-product',
      comment: 'The demo and the benchmarks use the product, never the reverse.',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: TESTS },
      to: { path: '^(demo|bench)/' },
    },
    {
      name: 'fastify-only-in-http',
      comment: 'Only http, app and main know Fastify: the domain never sees a request.',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/(http/|app\\.ts|main\\.ts)|${TESTS}` },
      to: { path: 'node_modules/(fastify|@fastify/[^/]+)/' },
    },
    {
      name: 'http-calls-services-only',
      comment: 'The thin layer calls use cases, never a repository or a rule.',
      severity: 'error',
      from: { path: '^server/(http/|app\\.ts|main\\.ts)', pathNot: TESTS },
      to: { path: '^server/features/', pathNot: '\\.service\\.ts$' },
    },
    {
      name: 'sql-only-in-repos',
      comment: 'Only repositories and db know SQL.',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/db/|\\.repo\\.ts$|${TESTS}` },
      to: { path: SQL, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-and-policies-are-pure',
      comment:
        'Rules and policies decide from what they are given: the contract, other rules, types, how texts are cut and days, times and rows are counted, how stored JSON is read and hashed and how changes of fields are compared. Nothing impure.',
      severity: 'error',
      from: {
        path: '\\.(rules|policy)\\.ts$|^server/lib/(ahead|counts|cut|dates|days)\\.ts$',
        pathNot: TESTS,
      },
      to: {
        pathNot:
          '^contract/|\\.rules\\.ts$|^server/lib/(ahead|counts|cut|dates|days|changes|stored/(stored-json|salted-hash))\\.ts$|node_modules/luxon/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'features-meet-at-the-front-door',
      comment: 'Across server features only *.service, *.rules and *.policy are public.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^server/features/([^/]+)/', pathNot: '^server/features/$1/|\\.(service|rules|policy)\\.ts$' },
    },
    {
      name: 'lib-and-db-know-no-feature',
      comment: 'lib, db and backup could serve another product: they know no feature and no HTTP.',
      severity: 'error',
      from: { path: '^server/(lib|db|backup)/', pathNot: TESTS },
      to: { path: '^server/(features|http|app\\.ts|main\\.ts|deps\\.ts)' },
    },
    {
      name: 'web-lib-and-ui-know-no-feature',
      comment: 'The web flows app -> features -> domain -> ui -> lib.',
      severity: 'error',
      from: { path: '^web/(ui|lib)/' },
      to: { path: '^web/(app|features|domain)/' },
    },
    {
      name: 'web-lib-knows-no-ui',
      comment: 'The web flows app -> features -> domain -> ui -> lib.',
      severity: 'error',
      from: { path: '^web/lib/' },
      to: { path: '^web/ui/' },
    },
    {
      name: 'web-domain-knows-no-feature',
      comment: 'domain is what several features show: it stands on ui, lib and the contract, never on a feature.',
      severity: 'error',
      from: { path: '^web/domain/' },
      to: { path: '^web/(app|features)/' },
    },
    {
      name: 'web-features-know-no-app',
      comment: 'The web flows app -> features -> domain -> ui -> lib.',
      severity: 'error',
      from: { path: '^web/features/' },
      to: { path: '^web/app/' },
    },
    {
      name: 'web-features-know-no-other',
      comment: 'A web feature stands alone; what two share goes down to domain, ui or lib, or up to app.',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/([^/]+)/', pathNot: '^web/features/$1/|\\.(api|view)\\.ts$' },
    },
    {
      name: 'screens-are-private',
      comment: 'A folder of a feature is private to it; the router in app loads its page, and nothing else of it.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/features/' },
      to: { path: '^web/features/[^/]+/[^/]+/', pathNot: '/[A-Z][A-Za-z]*Page\\.tsx$' },
    },
    {
      name: 'pages-are-loaded-by-the-router',
      comment: 'Only app loads a page: a screen that needs another one links to it.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/app/' },
      to: { path: '^web/features/[^/]+/[^/]+/[A-Z][A-Za-z]*Page\\.tsx$' },
    },
    ...FLOORS.map((floor, nth) => ({
      name: 'rooms-of-requests-look-down',
      comment: 'A room of requests imports itself and the floors below, never a room above, beside or without a floor.',
      severity: 'error',
      from: { path: `${REQUESTS}(${floor.join('|')})` },
      to: { path: REQUESTS, pathNot: `${REQUESTS}(${['$1', ...FLOORS.slice(nth + 1).flat()].join('|')})` },
    })),
    {
      name: 'ui-knows-no-contract',
      comment: 'ui is free of the domain: it could ship in another product.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^contract/' },
    },
    {
      name: 'ui-base-without-mantine',
      comment: 'ui/base is for every page; what needs Mantine goes to ui/mantine.',
      severity: 'error',
      from: { path: '^web/ui/base/' },
      to: { path: '^web/ui/mantine/|node_modules/@mantine/', reachable: true },
    },
    {
      name: 'public-pages-without-mantine',
      comment: 'The public site is light: it and all that it imports do without ui/mantine and @mantine.',
      severity: 'error',
      from: {
        path: '^web/(features/((site|auth)/|contact/send/|requests/(submit|draft)/|tracking/)|app/(SiteLayout|site/|Root|Providers))',
      },
      to: { path: '^web/ui/mantine/|node_modules/@mantine/', reachable: true },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports this file: delete it, or use it.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: '\\.(config|test|test-d)\\.tsx?$|\\.d\\.ts$|\\.cjs$|^e2e/|^tools/|^bench/|^web/worker/',
      },
      to: {},
    },
    {
      name: 'no-test-code-in-production',
      comment: 'Production code never imports tests or their helpers.',
      severity: 'error',
      from: { path: '^(contract|server|web|demo|bench|tools)/', pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: 'declared-packages-only',
      comment: 'A package that package.json does not name may vanish with the next install.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
    {
      name: 'resolvable-only',
      comment: 'This import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    moduleSystems: ['es6', 'cjs'],
    builtInModules: { add: ['node:sqlite'] },
  },
};
