import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '../server/config.ts';
import { passwordProblem } from '../server/features/users/users.rules.ts';
import { weaknessOf } from '../server/lib/common-passwords.ts';
import { sampleBusiness } from '../server/sample-business.ts';

/**
 * What the server would refuse in the settings of a first start, so that nobody waits for a build before hearing of it. An
 * installation that exists may have an admin already, and then ADMIN_PASSWORD does not count.
 * @param env the process's environment
 * @returns one line, or null when nothing is wrong
 */
export async function firstSettingsProblem(env: Record<string, string | undefined>): Promise<string | null> {
  try {
    const { firstAdmin, passwordMinLength, databaseUrl, dataDir } = readConfig(env);
    if (!firstAdmin || databaseUrl || existsSync(dataDir)) return null;
    const about = [firstAdmin.name, firstAdmin.email, sampleBusiness.name];
    const { password } = firstAdmin;
    const problem = await passwordProblem(password, passwordMinLength, () => weaknessOf(password, about));
    return problem && `Bad setting. ADMIN_PASSWORD: ${problem}`;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}
