import type { ApiKeyHolder } from '@fynbos/application/integrators/api-keys.ts';
import type { LoggedCall } from '@fynbos/application/integrators/call-log.ts';
import { DRY_RUN_FULL, DryRun } from '@fynbos/application/rentals/dry-run.ts';
import type {
  ItemOutcome,
  RentalEventRecorder,
  Sender,
  SentItem,
} from '@fynbos/application/rentals/record-rental-events.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { momentOf } from '../http/demo-clock.ts';
import { HttpRefusal } from '../http/problem.ts';
import type { Services } from '../http/services.ts';
import { validate } from '../http/validate.ts';
import { wholeBody } from '../ndjson/body.ts';
import { exchangeLines } from '../ndjson/ndjson-exchange.ts';
import { reauthorize } from '../ndjson/reauthorize.ts';
import { authenticateAgain } from './authenticate.ts';
import { batchOrder } from './batch-order.ts';
import { rejectedItem, rentalEventParser } from './parse-rental-event.ts';
import { answerArray, answerObject } from './rental-event-answers.ts';

const MOST_ITEMS = 1000;
/** Size of a thousand items with the longest texts. */
const BODY_BYTES = 4 * 1024 * 1024;

/** Other values of `dryRun` are rejected, so that a misspelt dry run is never recorded. */
export const rentalEventsQuery = z.object({ dryRun: z.enum(['true', 'false']).optional() });

const senderOf = ({ integratorId, scopes }: ApiKeyHolder): Sender => ({
  integratorId,
  anyReservation: scopes.includes('rental-events:any'),
});

/**
 * One call to `POST /integrations/rental-events`: its sender, whether it is a dry run, and its entry in the call log.
 */
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
    const body = parseJson(await wholeBody(this.request, BODY_BYTES));
    if (Array.isArray(body)) return this.answerArray(body);
    this.openEntry('object');
    const [outcome] = await this.record([this.parser()(body)], [body]);
    answerObject(this.response, outcome as ItemOutcome);
  }

  /** Answers NDJSON of any length, with one answer per line and a summary at the end. */
  async answerStream(): Promise<void> {
    const { request, response, dryRun } = this;
    this.openEntry('stream');
    const inOrder = batchOrder();
    const stillAllowed = reauthorize(async () => {
      this.sender = senderOf(await authenticateAgain(this.services.log, request, 'rental-events:write'));
    });
    await exchangeLines(
      request,
      response,
      async (lines, previous) => {
        const parse = this.parser();
        const items = lines.map((line) => (line.ok ? parse(line.value) : rejectedItem(line.message)));
        await inOrder(items, previous);
        return this.record(
          items,
          lines.map((line) => (line.ok ? line.value : undefined)),
        );
      },
      { sender: this.holder.keyId, noMore: () => (dryRun?.isFull ? DRY_RUN_FULL : stillAllowed()) },
    );
  }

  private async answerArray(values: readonly unknown[]): Promise<void> {
    this.openEntry('array');
    if (values.length === 0) throw new DomainError('invalid', 'empty', 'The array is empty.');
    if (values.length > MOST_ITEMS) throw new HttpRefusal(413, 'too-many', `At most ${MOST_ITEMS} items in an array.`);
    answerArray(this.response, await this.record(values.map(this.parser()), values));
  }

  private parser(): (value: unknown) => SentItem {
    const { log, now } = this.services;
    return rentalEventParser(log.keys, this.holder.integratorId, now());
  }

  private async record(items: readonly SentItem[], values: readonly unknown[]): Promise<ItemOutcome[]> {
    const context = {
      actor: { kind: 'integrator' as const, id: this.holder.integratorId },
      ...momentOf(this.request, this.services),
      correlationId: this.request.correlationId,
    };
    const outcomes = await this.recorder.record(items, this.sender, context, this.dryRun);
    if (this.entry) this.services.callLog.note(this.entry, outcomes, values);
    return outcomes;
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpRefusal(400, 'not-json', 'The body is not JSON.');
  }
}
