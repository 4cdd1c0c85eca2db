import { DomainError, isDomainError, staleRecord } from '@fynbos/domain/errors.ts';
import type { Request } from 'express';
import { HttpRefusal, refusalOf } from '../http/problem.ts';
import type { Answer, Call } from '../http/route.ts';

/** Returns the version of `If-Match` (`"7"` or `7`), or null if it was not sent. Throws 400 for anything else. */
export function ifMatchOf(request: Request): number | null {
  const given = request.get('if-match');
  if (given === undefined) return null;
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(given.trim())?.[1];
  if (version === undefined) throw new HttpRefusal(400, 'if-match', 'If-Match must be the version of the record.');
  return Number(version);
}

/** As `ifMatchOf`, with 428 if it was not sent: a dashboard change must name the version it saw. */
export function neededVersion(request: Request): number {
  const version = ifMatchOf(request);
  if (version !== null) return version;
  throw new HttpRefusal(428, 'if-match', 'Send the version of the record that you saw as If-Match.');
}

/** The record changed since the caller read it. `current`: the current record. */
export class Stale extends DomainError {
  constructor(readonly current: unknown) {
    const { kind, code, message } = staleRecord();
    super(kind, code, message);
  }
}

/**
 * Runs a change. A refusal of kind `stale` becomes 412 with the current record, so that the page can show it next to
 * the user's input. `current` loads that record if the refusal is no `Stale`.
 */
export async function answeringStale(
  call: Call,
  change: () => Promise<Answer>,
  current?: () => Promise<unknown>,
): Promise<Answer | undefined> {
  try {
    return await change();
  } catch (error) {
    if (!isDomainError(error) || error.kind !== 'stale') throw error;
    const record = error instanceof Stale ? error.current : await current?.();
    const body = { ...refusalOf(error).problem, current: record };
    call.response
      .status(412)
      .set('Cache-Control', 'no-store')
      .type('application/problem+json')
      .send(JSON.stringify(body));
    return undefined;
  }
}
