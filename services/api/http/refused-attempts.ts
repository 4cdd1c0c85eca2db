import { randomUUID } from 'node:crypto';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { GENESIS } from '@fynbos/event-store/hash-chain.ts';
import { refusalOf } from './problem.ts';
import type { Route } from './route.ts';
import type { Services } from './services.ts';

/** Most attempts of one administrator that a process records in a minute; what is beyond is a flood, and logged as one. */
const MOST_A_MINUTE = 120;
const MINUTE_MS = 60_000;
/** Refused changes that are recorded: not allowed, already there or decided, changed meanwhile, against a rule. */
const CHANGES: ReadonlySet<number> = new Set([403, 409, 412, 422]);
const RECORD = /^[A-Za-z0-9_-]{1,64}$/;

/** A call of an administrator that was refused. */
interface RefusedCall {
  readonly route: Pick<Route, 'method' | 'paths'>;
  readonly adminId: number;
  readonly params: Readonly<Record<string, string>>;
  readonly context: CommandContext;
  /** What was thrown. */
  readonly error: unknown;
}

/** Whether the audit log tells of a refusal: every call that was not allowed, and every change that was refused. */
const isTold = (method: Route['method'], status: number): boolean =>
  status === 403 || (method !== 'get' && CHANGES.has(status));

/**
 * Records refused attempts of administrators as events, so that the audit log tells them beside what was done (issue 5,
 * Audit). Nothing of what was sent goes into them but the record's id and the names of fields. A failure to record is
 * logged and does not change the answer.
 */
export function refusedAttempts({ log, logger }: Pick<Services, 'log' | 'logger'>) {
  const recent = new Map<number, { since: number; count: number }>();

  const isFlood = (adminId: number, at: number): boolean => {
    const window = recent.get(adminId);
    if (!window || at - window.since >= MINUTE_MS) {
      recent.set(adminId, { since: at, count: 1 });
      return false;
    }
    window.count++;
    if (window.count === MOST_A_MINUTE + 1) logger.warn({ adminId }, 'refused attempts come too fast to be recorded');
    return window.count > MOST_A_MINUTE;
  };

  return async ({ route, adminId, params, context, error }: RefusedCall): Promise<void> => {
    const { status, type, errors } = refusalOf(error).problem;
    if (!isTold(route.method, status) || isFlood(adminId, context.now.getTime())) return;
    const { id = '' } = params;
    const data = {
      adminId,
      method: route.method,
      call: route.paths[0] ?? '',
      record: RECORD.test(id) ? id : null,
      status,
      code: type.slice(type.lastIndexOf(':') + 1),
      fields: [...new Set(errors.map(({ field }) => field).filter((field) => RECORD.test(field)))],
      refusedAt: context.now.toISOString(),
    };
    const stream = { streamId: `attempt-${randomUUID()}`, revision: -1, lastHash: GENESIS };
    try {
      await log.append([{ stream, events: [{ type: 'AdminAttemptRefused', data }], context }]);
    } catch (failure) {
      logger.warn({ err: failure, adminId }, 'a refused attempt was not recorded');
    }
  };
}
