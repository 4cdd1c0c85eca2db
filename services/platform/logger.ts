import { type DestinationStream, type Logger, pino } from 'pino';
import { safeError } from './safe-error.ts';

export type { Logger } from 'pino';

/** Names of fields whose value never reaches a log, at the top or one or two levels down. */
const hidden = [
  ...[
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
  ],
  ...['email', 'emailAddress', 'cellNumber', 'phone', 'to', 'firstName', 'lastName', 'surname', 'driverName'],
  ...['idNumber', 'taxNumber', 'accountNumber', 'accountHolder', 'address', 'ip', 'remoteAddress'],
  ...['text', 'body', 'personal', 'data', 'parameters', 'detail', 'databaseUrl', 'masterKey', 'jwtSecret'],
];
/** These are also names of harmless things one level down (an error's code, a queue's name). */
const hiddenAtTheTop = ['code', 'name'];
const paths = [...hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), ...hiddenAtTheTop];

/**
 * The structured log (JSON lines on standard output unless `destination` is given). Personal data and secrets are left
 * out by field name, errors go through `safeError`; what is logged is ids, codes, counts and durations. `level` is
 * pino's; LOG_LEVEL, else info.
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
      redact: { paths, censor: '…' },
      serializers: { err: safeError, error: safeError },
    },
    // Not pino's own writer: it waits for ever on a pipe whose reader was killed.
    options.destination ?? process.stdout,
  );
}
