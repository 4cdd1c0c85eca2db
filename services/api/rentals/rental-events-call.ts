import type { Limit, Limits } from '@fynbos/application/auth/limits.ts';
import { forbidden, unauthenticated } from '@fynbos/application/caller.ts';
import type { LoggedCall } from '@fynbos/application/integrators/call-log.ts';
import { type ApiKeyHolder, apiKeyHolder } from '@fynbos/application/integrators/manage-integrators.ts';
import { batchOrder } from '@fynbos/application/rentals/batch-order.ts';
import { DRY_RUN_FULL, DryRun } from '@fynbos/application/rentals/dry-run.ts';
import type {
  ItemOutcome,
  RentalEventRecorder,
  Sender,
  SentItem,
} from '@fynbos/application/rentals/record-rental-events.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { IntegratorScope } from '@fynbos/domain/integrator/events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { assertUtf8 } from '../http/body.ts';
import { momentOf } from '../http/demo-clock.ts';
import { HttpRefusal, refusalOf } from '../http/problem.ts';
import { POSITION } from '../http/send.ts';
import type { Services } from '../http/services.ts';
import { validate } from '../http/validate.ts';
import { wholeFile } from '../ndjson/body.ts';
import { exchangeLines } from '../ndjson/ndjson-exchange.ts';
import { reauthorize } from '../ndjson/reauthorize.ts';
import { rejectedItem, rentalEventParser } from './parse-rental-event.ts';

/** Calls with one key; items are not counted (I2). */
const CALLS: Limit = { name: 'api-key', most: 600, seconds: 60 };

async function holderOf(log: EventLog, request: Request): Promise<ApiKeyHolder> {
  const [, key] = /^Bearer\s+(\S+)$/i.exec(request.get('authorization') ?? '') ?? [];
  const holder = key === undefined ? null : await apiKeyHolder(log, key);
  if (holder === null) throw unauthenticated('A valid API key is needed.');
  return holder;
}

function requireScope(holder: ApiKeyHolder, scope: IntegratorScope): ApiKeyHolder {
  if (!holder.scopes.includes(scope)) throw forbidden(`The API key needs the scope ${scope}.`);
  return holder;
}

/** Counts the call towards the key's limit. Throws 401 (key), 429 (limit) or 403 (scope). */
export async function authenticate(
  { log, limits }: { readonly log: EventLog; readonly limits: Limits },
  request: Request,
  scope: IntegratorScope,
): Promise<ApiKeyHolder> {
  const holder = await holderOf(log, request);
  await limits.consumeFixedWindow(CALLS, holder.keyId);
  return requireScope(holder, scope);
}

/** Checks the key of an open call again, because it may have been revoked. Throws 401 or 403. */
const authenticateAgain = async (log: EventLog, request: Request, scope: IntegratorScope): Promise<ApiKeyHolder> =>
  requireScope(await holderOf(log, request), scope);

const STATUS_OF = { recorded: 201, duplicate: 200, conflict: 409, rejected: 422, unavailable: 503 } as const;

/** Answers one object with 201, 200, or a problem (409, 422, 503) that also has the fields of the item's outcome. */
function answerObject(response: Response, outcome: ItemOutcome): void {
  const status = STATUS_OF[outcome.result];
  const body = { index: 0, ...outcome };
  if (outcome.position !== undefined) response.set(POSITION, outcome.position);
  if (status < 400) {
    response.status(status).json(body);
    return;
  }
  if (status === 503) response.set('Retry-After', '2');
  const errors = (outcome.errors ?? []).map((error) => ({ field: error.path, ...error }));
  const message =
    errors[0]?.message ??
    refusalOf(new HttpRefusal(status, 'unavailable', 'Send it again in a moment.')).problem.message;
  const problem = { type: `urn:fynbos:problem:${outcome.result}`, title: outcome.result, status, message };
  response
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ ...problem, ...body, errors }));
}

/** Answers an array with 207 and the outcome of each item; `X-Position` is the greatest position. */
function answerArray(response: Response, outcomes: readonly ItemOutcome[]): void {
  const last = outcomes
    .flatMap(({ position }) => position ?? [])
    .sort()
    .at(-1);
  if (last !== undefined) response.set(POSITION, last);
  response.status(207).json(outcomes.map((outcome, index) => ({ index, ...outcome })));
}

const MAX_ITEMS = 1000;
/** Size of a thousand items with the longest texts. */
const BODY_BYTES = 4 * 1024 * 1024;

/** Other values of `dryRun` are rejected, so that a misspelt dry run is never recorded. */
export const rentalEventsQuery = z.object({ dryRun: z.enum(['true', 'false']).optional() });

/** Ids are stored in lower case; senders find the answer by the id that they sent. */
function withSentId(outcome: ItemOutcome, value: unknown): ItemOutcome {
  const sent = (value as { eventId?: unknown } | null | undefined)?.eventId;
  if (typeof sent !== 'string' || sent === outcome.eventId || sent.toLowerCase() !== outcome.eventId) return outcome;
  return { ...outcome, eventId: sent };
}

const senderOf = ({ integratorId, scopes }: ApiKeyHolder): Sender => ({
  integratorId,
  anyReservation: scopes.includes('rental-events:any'),
});

/** Its sender, whether it is a dry run, and its entry in the call log. */
export class RentalEventsCall {
  private readonly dryRun: DryRun | undefined;
  private sender: Sender;
  private entry: LoggedCall | undefined;

  constructor(
    private readonly services: Services,
    private readonly recorder: RentalEventRecorder,
    private readonly holder: ApiKeyHolder,
    private readonly request: Request,
    private readonly response: Response,
  ) {
    this.sender = senderOf(holder);
    this.dryRun = validate(rentalEventsQuery, request.query).dryRun === 'true' ? new DryRun() : undefined;
    response.once('close', () => this.dryRun?.end());
  }

  /** Answers a body of one object or an array of objects. */
  async answerJson(): Promise<void> {
    const body = parseJson(await wholeFile(this.request, BODY_BYTES));
    if (Array.isArray(body)) return this.answerArray(body);
    this.openEntry('object');
    const [outcome] = await this.record([this.parser()(body)], [body]);
    answerObject(this.response, outcome as ItemOutcome);
  }

  async answerStream(): Promise<void> {
    const { request, response, dryRun } = this;
    this.openEntry('stream');
    const inOrder = batchOrder();
    let nextLine = 0;
    const checkKeyAgain = reauthorize(async () => {
      this.sender = senderOf(await authenticateAgain(this.services.log, request, 'rental-events:write'));
    });
    await exchangeLines(
      request,
      response,
      async (lines, previous) => {
        const firstLine = nextLine;
        nextLine += lines.length;
        const parse = this.parser();
        const items = lines.map((line) => (line.ok ? parse(line.value) : rejectedItem(line.message)));
        await inOrder(items, previous);
        return this.record(
          items,
          lines.map((line) => (line.ok ? line.value : undefined)),
          firstLine,
        );
      },
      {
        sender: this.holder.keyId,
        endReason: () => (dryRun?.isFull ? DRY_RUN_FULL : checkKeyAgain()),
        stopping: this.services.stopping,
      },
    );
  }

  private async answerArray(values: readonly unknown[]): Promise<void> {
    this.openEntry('array');
    if (values.length === 0) throw new DomainError('invalid', 'empty', 'The array is empty.');
    if (values.length > MAX_ITEMS) throw new HttpRefusal(413, 'too-many', `At most ${MAX_ITEMS} items in an array.`);
    answerArray(this.response, await this.record(values.map(this.parser()), values));
  }

  private parser(): (value: unknown) => SentItem {
    const { log, now } = this.services;
    return rentalEventParser(log.keys, this.holder.integratorId, now());
  }

  private async record(items: readonly SentItem[], values: readonly unknown[], firstLine = 0): Promise<ItemOutcome[]> {
    const context = {
      actor: { kind: 'integrator' as const, id: this.holder.integratorId },
      ...momentOf(this.request, this.services),
      correlationId: this.request.correlationId,
    };
    const outcomes = await this.recorder.record(items, this.sender, context, this.dryRun);
    if (this.entry) this.services.callLog.note(this.entry, outcomes, values, firstLine);
    return outcomes.map((outcome, index) => withSentId(outcome, values[index]));
  }

  /** Opens the entry of the call log. It is closed with the response. */
  private openEntry(form: LoggedCall['form']): void {
    const { callLog, now } = this.services;
    const { integratorId, keyId } = this.holder;
    const entry = callLog.open({ integratorId, keyId, at: now(), form, dryRun: this.dryRun !== undefined });
    this.entry = entry;
    this.response.once('close', () => callLog.close(entry, this.response.statusCode));
  }
}

function parseJson(bytes: Buffer): unknown {
  assertUtf8(bytes);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new HttpRefusal(400, 'not-json', 'The body is not JSON.');
  }
}
