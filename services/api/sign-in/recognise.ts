import { unauthenticated, VISITOR } from '@fynbos/application/caller.ts';
import { recogniseCaller } from '@fynbos/application/sign-in/recognise-caller.ts';
import type { Request } from 'express';
import { UNATTENDED } from '../http/headers.ts';
import type { Recognise } from '../http/mount.ts';
import type { Services } from '../http/services.ts';

/** The message for an expired or forged token. */
const SESSION_OVER = 'Your session has ended. Sign in again.';

const bearerOf = (request: Request): string | null =>
  /^Bearer\s+(\S+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? null;

/** An invalid token gives a 401 where sign-in is required; elsewhere the caller is a visitor. */
export const recogniser =
  (services: Services): Recognise =>
  async (request, strict) => {
    const token = bearerOf(request);
    if (token === null) return VISITOR;
    const caller = await recogniseCaller(services, token, request.get(UNATTENDED) === undefined);
    if (caller) return caller;
    if (strict) throw unauthenticated(SESSION_OVER);
    return VISITOR;
  };
