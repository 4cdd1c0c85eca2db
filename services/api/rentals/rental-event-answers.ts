import type { ItemOutcome } from '@fynbos/application/rentals/record-rental-events.ts';
import type { Response } from 'express';
import { z } from 'zod';
import { HttpRefusal, refusalOf } from '../http/problem.ts';

export const itemError = z.object({ path: z.string(), message: z.string() });

export const itemOutcome = z.object({
  eventId: z.string().nullable(),
  result: z.enum(['recorded', 'duplicate', 'conflict', 'rejected', 'unavailable']),
  /** Position of the recorded event, for `X-Read-After`. */
  position: z.string().optional(),
  errors: z.array(itemError).optional(),
});

/** The outcome of one item of a call, by its index in the call. */
export const itemAnswer = itemOutcome.extend({ index: z.int() });

/** The last line of a stream. */
export const streamSummary = z.object({
  summary: z.object({
    received: z.int(),
    recorded: z.int(),
    duplicate: z.int(),
    conflict: z.int(),
    rejected: z.int(),
    unavailable: z.int(),
    /** The greatest position of the recorded events. */
    position: z.string().nullable(),
  }),
  /** The reason why the stream was stopped before its end. */
  error: z.string().optional(),
});

const STATUS_OF = { recorded: 201, duplicate: 200, conflict: 409, rejected: 422, unavailable: 503 } as const;

/** Answers one object with 201, 200, or a problem (409, 422, 503) that also has the fields of the item's outcome. */
export function answerObject(response: Response, outcome: ItemOutcome): void {
  const status = STATUS_OF[outcome.result];
  const body = { index: 0, ...outcome };
  if (outcome.position !== undefined) response.set('X-Position', outcome.position);
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
export function answerArray(response: Response, outcomes: readonly ItemOutcome[]): void {
  const last = outcomes
    .flatMap(({ position }) => position ?? [])
    .sort()
    .at(-1);
  if (last !== undefined) response.set('X-Position', last);
  response.status(207).json(outcomes.map((outcome, index) => ({ index, ...outcome })));
}
