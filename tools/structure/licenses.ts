/** The part of a package-lock.json that says what is installed, by the folder of each package. */
export type Lock = { packages: Record<string, { license?: string; dev?: boolean; link?: boolean }> };

/** Licenses that ask for a notice and no more. The fonts are under the OFL, which allows them to be part of a product. */
const AGREED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'MIT AND OFL-1.1',
  'MIT AND ISC AND BSD-3-Clause',
  '(MIT OR CC0-1.0)',
]);

/** Licenses that ask to pass on changes of the package itself, for packages that the product uses as they are. */
const UNCHANGED: readonly { license: RegExp; packages: RegExp }[] = [
  { license: /^MPL-2\.0$/, packages: /^(satori|@resvg\/resvg-js.*)$/ },
  { license: /\bLGPL-3\.0-or-later\b/, packages: /^@img\/sharp-/ },
];

/** Packages that name their license inexactly: what they say, and the one whose text they have. */
export const namedLicenses: Readonly<Record<string, { says: string; is: string }>> = {
  // The three clauses, under a name that every BSD license has.
  zipcodes: { says: 'BSD', is: 'BSD-3-Clause' },
};

/** One line for each package of the product with a license that is on no list. */
export function licenseProblems({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([folder, { license = 'none', dev, link }]) => {
    const name = folder.replace(/^.*node_modules\//, '');
    const named = namedLicenses[name];
    if (!folder || dev || link || AGREED.has(named?.says === license ? named.is : license)) return [];
    if (UNCHANGED.some((rule) => rule.license.test(license) && rule.packages.test(name))) return [];
    return [
      `${name} has the license "${license}": agree to it in tools/structure/licenses.ts, or take another package`,
    ];
  });
}
