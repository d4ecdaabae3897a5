type Write = (fields: object, message: string) => void;

/** The structured log that the domain uses. Fastify's pino logger has this type. */
export type Log = { info: Write; warn: Write; error: Write };
