import type { RequestHandler } from 'express';
import { HttpRefusal } from './problem.ts';

const refusal = (): HttpRefusal => new HttpRefusal(400, 'address', 'The address of the request is not valid.');

/**
 * Text of a path, a query or a cookie without its percent-encoding. Throws 400 where the encoding is broken or there is a
 * NUL, which no database takes.
 */
export function decoded(text: string): string {
  let plain: string;
  try {
    plain = decodeURIComponent(text);
  } catch {
    throw refusal();
  }
  if (plain.includes('\0')) throw refusal();
  return plain;
}

/** Refuses a request whose path or query cannot be decoded with 400, before any route sees it. */
export const checkAddress: RequestHandler = (request, _response, next) => {
  decoded(request.url);
  next();
};
