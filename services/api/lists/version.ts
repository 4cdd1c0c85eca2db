import { DomainError } from '@fynbos/domain/errors.ts';
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
    super('stale', 'stale', 'Somebody else has changed this meanwhile.');
  }
}

/**
 * Runs a change. A `Stale` becomes 412 with the current record, so that the page can show it next to the user's input.
 */
export async function answeringStale(call: Call, change: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    const body = { ...refusalOf(error).problem, current: error.current };
    call.response
      .status(412)
      .set('Cache-Control', 'no-store')
      .type('application/problem+json')
      .send(JSON.stringify(body));
    return undefined;
  }
}
