import type { Caller } from '@fynbos/application/caller.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { FieldError } from '@fynbos/domain/errors.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Who } from './authorise.ts';

/** One call as a handler sees it: checked, authorised, and with the context for the commands that it leads to. */
export interface Call<Body = unknown, Query = unknown> {
  readonly body: Body;
  readonly query: Query;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly context: CommandContext;
  /** The caller's network address as limits count it (`limitedAs`). */
  readonly address: string;
  readonly request: Request;
  readonly response: Response;
}

/** `position`: where the write stands in the log (`X-Position`); null or absent where nothing was written. */
export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly position?: Position | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The words over a refused body, or how to find them among its fields' errors. */
export type Wording = string | ((errors: readonly FieldError[]) => string | undefined);

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Every spelling under `/api`, `{id}` for a parameter. Letter case never matters. */
  readonly paths: readonly string[];
  readonly who: Who;
  readonly summary: string;
  readonly tag: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly answer?: z.ZodType;
  /** The status of success, 200 when not given. */
  readonly status?: number;
  /** The read models that it reads: with `X-Read-After` the call waits for them. */
  readonly reads?: readonly string[];
  /** What `message` says when the body fails its rules; the first field's message when not given. */
  readonly invalid?: Wording;
  /** What a visitor is told, where the specification has words for it. */
  readonly signInFirst?: string;
  /** The content type that it takes where it reads its request itself (streams, files). */
  readonly raw?: string;
  /** The version of the record as `If-Match`: 428 without it where it is needed, 412 where it is old. */
  readonly ifMatch?: 'needed' | 'heeded';
  /** It appends no event although it is no GET: it works while the event store is away. */
  readonly appendsNothing?: true;
  /** What it does may wait for a second person: 202 with the request's id. */
  readonly secondPerson?: true;
  /** Gives the answer, or nothing where it wrote the response itself. */
  handle(call: Call): Promise<Answer | undefined>;
}

type Spec<Body extends z.ZodType, Query extends z.ZodType> = Omit<Route, 'body' | 'query' | 'handle'> & {
  readonly body?: Body;
  readonly query?: Query;
  handle(call: Call<z.output<Body>, z.output<Query>>): Promise<Answer | undefined>;
};

/** Declares a call: who may make it, what it takes and gives, and what it does. Types, checks and OpenAPI follow from it. */
export const route = <Body extends z.ZodType = z.ZodUnknown, Query extends z.ZodType = z.ZodUnknown>(
  spec: Spec<Body, Query>,
): Route => spec as unknown as Route;
