import type { FastifyInstance } from 'fastify';
import type { Business } from '#contract/business.ts';
export async function mountPages(_app: FastifyInstance, _o: { business: Business; folder: string }): Promise<void> {}
