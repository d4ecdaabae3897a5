import type { FeatureTask } from '#server/deps.ts';
import { runVerification, VERIFICATION_TASK } from './verifications.service.ts';

export const auditTasks: readonly FeatureTask[] = [{ name: VERIFICATION_TASK, run: runVerification }];
