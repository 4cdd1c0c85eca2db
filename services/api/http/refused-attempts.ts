import type { Attempt } from '@fynbos/domain/audit/attempt.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { refusalOf } from './problem.ts';

/** Attempts of one administrator that a process records individually per minute. Further attempts are counted. */
const MAX_PER_MINUTE = 120;
const MINUTE_MS = 60_000;
/** Interval in milliseconds for recording counted attempts. A crashed process loses those of the last interval. */
const RECORD_COUNTS_MS = 10_000;
/** Not allowed, duplicate or already decided, changed concurrently, against a rule. */
const CHANGES: ReadonlySet<number> = new Set([403, 409, 412, 422]);
const RECORD_ID = /^[A-Za-z0-9_-]{1,64}$/;

interface RefusedCall {
  readonly route: Pick<Attempt, 'method'> & { readonly paths: readonly string[] };
  readonly adminId: number;
  readonly params: Readonly<Record<string, string>>;
  readonly context: CommandContext;
  /** The thrown error. */
  readonly error: unknown;
}

/** Whether the audit log records a refusal: every forbidden call, and every refused change. */
const isRecorded = (method: Attempt['method'], status: number): boolean =>
  status === 403 || (method !== 'get' && CHANGES.has(status));

/**
 * Recorded as events, with the record's id and the names of the sent fields only. Beyond 120 per minute, equal attempts
 * (call, status, code) are counted and recorded every ten seconds, so that noise hides nothing. A failure to record
 * changes no answer.
 */
export class RefusedAttempts {
  private readonly recent = new Map<number, { since: number; count: number }>();
  private readonly counted = new Map<string, { attempt: Attempt; context: CommandContext; times: number }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly append: (attempt: Attempt, context: CommandContext) => Promise<void>,
    private readonly logger: Logger,
  ) {}

  async record({ route, adminId, params, context, error }: RefusedCall): Promise<void> {
    const { status, type, errors } = refusalOf(error).problem;
    if (!isRecorded(route.method, status)) return;
    const { id = '' } = params;
    const attempt: Attempt = {
      adminId,
      method: route.method,
      call: route.paths[0] ?? '',
      record: RECORD_ID.test(id) ? id : null,
      status,
      code: type.slice(type.lastIndexOf(':') + 1),
      fields: [...new Set(errors.map(({ field }) => field).filter((field) => RECORD_ID.test(field)))],
      refusedAt: context.now.toISOString(),
    };
    if (this.isFlood(adminId, context.now.getTime())) this.count(attempt, context);
    else await this.save(attempt, context);
  }

  /** Records the counted attempts. Also runs at the end of the process. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counted = [...this.counted.values()];
    this.counted.clear();
    for (const { attempt, context, times } of counted) await this.save({ ...attempt, times }, context);
  }

  private isFlood(adminId: number, at: number): boolean {
    const window = this.recent.get(adminId);
    if (!window || at - window.since >= MINUTE_MS) {
      this.recent.set(adminId, { since: at, count: 1 });
      return false;
    }
    return ++window.count > MAX_PER_MINUTE;
  }

  private count(attempt: Attempt, context: CommandContext): void {
    const { adminId, method, call, status, code } = attempt;
    const key = [adminId, method, call, status, code].join(' ');
    const counted = this.counted.get(key);
    if (counted) counted.times++;
    else this.counted.set(key, { attempt: { ...attempt, record: null, fields: [] }, context, times: 1 });
    this.timer ??= setTimeout(() => this.flush(), RECORD_COUNTS_MS).unref();
  }

  private async save(attempt: Attempt, context: CommandContext): Promise<void> {
    try {
      await this.append(attempt, context);
    } catch (failure) {
      this.logger.warn(
        { err: failure, adminId: attempt.adminId, times: attempt.times ?? 1 },
        'a refused attempt was not recorded',
      );
    }
  }
}
