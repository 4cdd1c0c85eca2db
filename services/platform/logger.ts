import { agentDetails, BANK_FIELDS } from '@fynbos/domain/agent/details.ts';
import { type DestinationStream, type Logger, pino } from 'pino';
import { safeError } from './safe-error.ts';

export type { Logger } from 'pino';

/** Names of fields with values that never reach a log, at the top or one or two levels down. */
const HIDDEN = new Set([
  ...Object.keys(agentDetails.shape),
  ...BANK_FIELDS,
  'password',
  'oldPassword',
  'newPassword',
  'passwordHash',
  'token',
  'apiKey',
  'secret',
  'otp',
  'authorization',
  'cookie',
  'email',
  'phone',
  'to',
  'lastName',
  'driverName',
  'accountNumber',
  'accountHolder',
  'address',
  'ip',
  'remoteAddress',
  'text',
  'body',
  'personal',
  'data',
  'parameters',
  'detail',
  'databaseUrl',
  'masterKey',
  'jwtSecret',
]);
/** One level down these names are also used for harmless values (an error's code, a queue's name). */
const HIDDEN_AT_THE_TOP = ['code', 'name'];
const HIDDEN_PATHS = [...[...HIDDEN].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), ...HIDDEN_AT_THE_TOP];

/**
 * JSON lines on standard output or `destination`. Personal data and secrets are removed by field name; errors go
 * through `safeError`. `level`: pino's; default: LOG_LEVEL, else info.
 */
export function createLogger(
  service: string,
  options: { level?: string; destination?: DestinationStream } = {},
): Logger {
  return pino(
    {
      level: options.level ?? process.env.LOG_LEVEL ?? 'info',
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: HIDDEN_PATHS, censor: '…' },
      serializers: { err: safeError, error: safeError },
    },
    // Not pino's own writer, which waits indefinitely on a pipe with a killed reader.
    options.destination ?? process.stdout,
  );
}
