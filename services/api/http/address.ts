import type { RequestHandler } from 'express';
import { HttpRefusal } from './problem.ts';

const refusal = (): HttpRefusal => new HttpRefusal(400, 'address', 'The address of the request is not valid.');

/** Decodes a percent-encoded text. Throws 400 for broken encoding and for NUL, which no database accepts. */
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

/** Refuses a request with an undecodable path or query with 400, before any route runs. */
export const checkAddress: RequestHandler = (request, _response, next) => {
  decoded(request.url);
  next();
};
