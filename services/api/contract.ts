import type { z } from 'zod';
import type { DeclaredRoute, Route } from './http/route.ts';
import type { allRoutes } from './routes.ts';

/** `/approvals/{id}/effect` → `/approvals/{}/effect`: a caller has the values of parameters, not their names. */
type KeyOfPattern<Pattern extends string> = Pattern extends `${infer Before}{${string}}${infer After}`
  ? `${Before}{}${KeyOfPattern<After>}`
  : Pattern;

/** `` `approvals/${id}/effect` `` → `approvals/{}/effect`. */
type KeyOfPath<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? `${KeyOfPart<Part>}/${KeyOfPath<Rest>}`
  : KeyOfPart<Path>;
type KeyOfPart<Part extends string> = string extends Part ? '{}' : Part extends `${number}` ? '{}' : Part;

/** What a caller sends: a field that may be undefined may be absent. Undefined where the route declares no schema. */
type Sent<Input> = unknown extends Input ? undefined : Input extends object ? Optional<Input> : Input;
type Optional<Fields> = { [F in keyof Fields as undefined extends Fields[F] ? never : F]: Fields[F] } & {
  [F in keyof Fields as undefined extends Fields[F] ? F : never]?: Fields[F];
};

/** What one call takes and gives. */
interface Contract<Body extends z.ZodType, Query extends z.ZodType, Success extends z.ZodType> {
  readonly body: Sent<z.input<Body>>;
  readonly query: Sent<z.input<Query>>;
  readonly answer: z.output<Success>;
}

/** Every call of the API by method and path. */
type Calls = {
  [R in ReturnType<typeof allRoutes>[number] as R extends {
    readonly method: infer Method extends Route['method'];
    readonly paths: readonly (infer Pattern extends string)[];
  }
    ? `${Uppercase<Method>} ${KeyOfPattern<Pattern>}`
    : never]: R extends DeclaredRoute<Route['method'], string, infer Body, infer Query, infer Success>
    ? Contract<Body, Query, Success>
    : never;
};

type CallOf<Method extends string, Path extends string> = `${Method} /${KeyOfPath<Path>}` extends infer Key extends
  keyof Calls
  ? Calls[Key]
  : never;

/** Refuses a path that no route of the method has. */
export type Declared<Method extends string, Path extends string> = [CallOf<Method, Path>] extends [never]
  ? { readonly 'No route has this path': `${Method} /${KeyOfPath<Path>}` }
  : unknown;
export type AnswerOf<Method extends string, Path extends string> = CallOf<Method, Path>['answer'];
export type BodyOf<Method extends string, Path extends string> = CallOf<Method, Path>['body'];
export type QueryOf<Method extends string, Path extends string> = CallOf<Method, Path>['query'];

/** The last parameters of a function. The first may be left out where it is undefined, or where all its fields may. */
export type Trailing<Options, More extends readonly unknown[] = []> = [Options] extends [undefined]
  ? [options?: undefined, ...More]
  : object extends Options
    ? [options?: Options, ...More]
    : [options: Options, ...More];

export type Sending<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : object extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };
