import type { Caller } from '@fynbos/application/caller.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { FieldError } from '@fynbos/domain/errors.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Who } from './authorise.ts';
import type { Services } from './services.ts';

type IfMatch = 'required' | 'optional';

/** One call as its handler sees it: validated and authorised, with the context for its commands. */
export interface Call<
  Body = unknown,
  Query = unknown,
  Params extends string = string,
  Match extends IfMatch = 'optional',
> {
  readonly body: Body;
  readonly query: Query;
  readonly params: Readonly<Record<Params, string>>;
  readonly caller: Caller;
  readonly context: CommandContext;
  /** The version of `If-Match`; null where the route does not require it and it was not sent. */
  readonly version: Match extends 'required' ? number : number | null;
  /** The caller's network address as rate limits count it (`rateLimitKey`). */
  readonly address: string;
  readonly request: Request;
  readonly response: Response;
}

/** A value that becomes `Shown` on the wire: an instant may be a `Date`. */
export type AnswerBody<Shown> = unknown extends Shown
  ? unknown
  : string extends Shown
    ? Shown | Date
    : Shown extends readonly (infer Item)[]
      ? readonly AnswerBody<Item>[]
      : Shown extends object
        ? { readonly [Key in keyof Shown]: AnswerBody<Shown[Key]> }
        : Shown;

/** `position`: log position of the write (`X-Position`); null or absent if nothing was written. */
export interface Answer<Body = unknown> {
  readonly status?: number;
  readonly body?: Body;
  readonly position?: Position | null | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Status 202 in place of the declared answer: the change needs an approval, or the data is being prepared. */
export interface Accepted extends Answer<object> {
  readonly status: 202;
}

/** The answer of a command that gives nothing but a message. */
export const messageAnswer = z.object({ message: z.string() });

/** The message of a refused body, or a function that derives it from the field errors. */
export type RefusalMessage = string | ((errors: readonly FieldError[]) => string | undefined);

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Every spelling under `/api`, with `{id}` for a parameter. Paths are case-insensitive. */
  readonly paths: readonly string[];
  readonly who: Who;
  /** Visitors may call it, but a dead or forged token is refused: the call does more for a signed-in person. */
  readonly rejectsInvalidToken?: true;
  readonly summary: string;
  readonly tag: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly answer?: z.ZodType;
  /** Status of success; 200 by default. */
  readonly status?: number;
  /** The read models that the call reads. With `X-Read-After` the call waits for them. */
  readonly reads?: readonly string[];
  /** The `message` of an invalid body; the first field's message by default. */
  readonly invalid?: RefusalMessage;
  /** The message for a visitor, where the specification defines one. */
  readonly signInFirst?: string;
  /** The content type of a call that reads its request itself (streams, files). */
  readonly raw?: string;
  /** Use of `If-Match`. `required`: 428 without it. Both: 412 with the current record for a stale version. */
  readonly ifMatch?: IfMatch;
  /** Loads the current record for a 412. */
  current?(call: Call, services: Services): Promise<unknown>;
  /** The call appends no event although it is not a GET, so it works while the event store is unavailable. */
  readonly appendsNothing?: true;
  /** The call may require an approval: 202 with the request's id. */
  readonly needsApproval?: true;
  /** Returns the answer, or undefined if the handler wrote the response itself. */
  handle(call: Call, services: Services): Promise<Answer | undefined>;
}

export type UntaggedRoute = Omit<Route, 'tag'> & { readonly tag?: string };

type Method = Route['method'];

/** A route with its literal types, from which `services/api/contract.ts` derives the types of the web apps. */
export interface DeclaredRoute<
  M extends Method,
  Path extends string,
  Body extends z.ZodType,
  Query extends z.ZodType,
  Success extends z.ZodType,
> extends UntaggedRoute {
  readonly method: M;
  readonly paths: readonly Path[];
  readonly body?: Body;
  readonly query?: Query;
  readonly answer?: Success;
}

/** Puts routes into a group of the OpenAPI description. A route that names its own group stays there. */
export const tagged = <const Routes extends readonly UntaggedRoute[]>(
  tag: string,
  routes: Routes,
): readonly (Routes[number] & Pick<Route, 'tag'>)[] => routes.map((route) => ({ tag, ...route }));

/** The names of the parameters in paths: `id` of `/agents/{id}`. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never;

/** The result of a command: its position, alone or with more. Absent if nothing was written. */
type Written = Position | null | undefined | { readonly position?: Position | null | undefined };

type Spec<
  Body extends z.ZodType,
  Query extends z.ZodType,
  Success extends z.ZodType,
  Message extends string,
  Params extends string,
  Match extends IfMatch,
> = Omit<Route, 'method' | 'paths' | 'tag' | 'body' | 'query' | 'answer' | 'ifMatch' | 'current' | 'handle'> & {
  readonly tag?: string;
  readonly body?: Body;
  readonly query?: Query;
  readonly ifMatch?: Match;
  current?(call: Call<z.output<Body>, z.output<Query>, Params, Match>, services: Services): Promise<unknown>;
} & (
    | {
        readonly answer?: Success;
        handle(
          call: Call<z.output<Body>, z.output<Query>, Params, Match>,
          services: Services,
        ): Promise<Answer<AnswerBody<z.output<Success>>> | Accepted | undefined>;
      }
    | {
        /** The message of success, for a command that answers with nothing else. */
        readonly message: Message;
        run(call: Call<z.output<Body>, z.output<Query>, Params, Match>, services: Services): Promise<Written>;
      }
  );

/** The handler of a command with a message. */
const answering = (message: string, run: (call: Call, services: Services) => Promise<Written>) => ({
  answer: messageAnswer,
  async handle(call: Call, services: Services): Promise<Answer> {
    const done = await run(call, services);
    return { body: { message }, position: typeof done === 'object' ? done?.position : done };
  },
});

const withMethod =
  <const M extends Method>(method: M) =>
  <
    const Path extends string,
    Body extends z.ZodType = z.ZodUnknown,
    Query extends z.ZodType = z.ZodUnknown,
    Success extends z.ZodType = z.ZodUnknown,
    Message extends string = never,
    Match extends IfMatch = 'optional',
  >(
    paths: Path | readonly Path[],
    spec: Spec<Body, Query, Success, Message, ParamsOf<Path>, Match>,
  ): DeclaredRoute<M, Path, Body, Query, [Message] extends [never] ? Success : typeof messageAnswer> => {
    const handling = 'message' in spec ? answering(spec.message, spec.run as never) : {};
    return { method, paths: [paths].flat(), ...spec, ...handling } as never;
  };

/** Types, validation and OpenAPI follow from the declaration. */
export const route = {
  get: withMethod('get'),
  post: withMethod('post'),
  put: withMethod('put'),
  delete: withMethod('delete'),
};
