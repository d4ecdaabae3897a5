import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Business, business } from '#contract/business.ts';
import { ConfigError } from './config.ts';

/** The fictional contractor a fresh installation shows until the owner writes their own (README, "Your business"). */
const sampleBusiness: Business = {
  name: 'Halyard Lighting & Electric',
  tagline: 'Commercial lighting and electrical service in Orlando',
  phone: '(407) 555-0142',
  emergency_phone: '(407) 555-0199',
  email: 'service@halyard.example',
  address: '1200 Sample Parkway, Suite 140, Orlando, FL 32801',
  service_area: 'Orlando and Central Florida',
  license: 'Sample license EC00000000',
  time_zone: 'America/New_York',
  hours: { days: [1, 2, 3, 4, 5], opens: '07:30', closes: '16:00' },
};

/**
 * The contractor's details: what `business.json` in the data folder says, over the sample.
 * @throws ConfigError when the file cannot be used, with the reason
 */
export async function readBusiness(dataDir: string): Promise<Business> {
  const file = path.join(dataDir, 'business.json');
  try {
    const own: unknown = JSON.parse(await readFile(file, 'utf8'));
    const merged = business.safeParse({ ...sampleBusiness, ...(own as object) });
    if (merged.success) return merged.data;
    throw new Error(merged.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return sampleBusiness;
    throw new ConfigError(`${file} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}
