import { z } from 'zod';
import { READ_AFTER, REASON, STALE, UNATTENDED } from '../http/headers.ts';
import { problemShape } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import { POSITION } from '../http/send.ts';

/** The OpenAPI description of a call. `outcomes`: further success answers, by status. */
export type DescribedCall = Omit<Route, 'handle'> & {
  readonly outcomes?: Readonly<
    Record<number, { readonly is: string; readonly answer: Readonly<Record<string, z.ZodType>> }>
  >;
};

const waiting = z.object({ approvalId: z.string(), status: z.literal('waiting'), message: z.string() });

/** Refusals of each kind of call, apart from an invalid body. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The body is not JSON.',
  401: 'Missing, expired or invalid token.',
  403: 'Signed in, but not allowed.',
  404: 'Not found.',
  409: 'Already exists, or was changed in the meantime.',
  412: 'The record has changed since the version sent; `current` is the current record.',
  413: 'Too large.',
  415: 'Wrong content type.',
  422: 'A rule is broken; `errors` names each field.',
  428: 'The version of the record is missing: send it as `If-Match`.',
  429: 'Too many requests; `Retry-After` says when to try again.',
  503: 'A dependency is unavailable; `Retry-After` says when to try again.',
};

const SECURITY = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  apiKey: { type: 'http', scheme: 'bearer' },
} as const;

type Schema = Record<string, unknown> & { properties?: Record<string, object>; required?: readonly string[] };

/** Returns the required fields of a body. It asks the schema itself, because the schema's preprocessing hides them. */
export function neededFields(schema: z.ZodType): string[] {
  const parsed = schema.safeParse({});
  const missing = parsed.success
    ? []
    : parsed.error.issues.filter(({ code, path }) => code !== 'custom' && path.length === 1);
  return [...new Set(missing.map(({ path }) => String(path[0])))];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  if (io === 'output') return described;
  const { required: _required, ...rest } = described;
  const required = neededFields(schema).filter((field) => rest.properties?.[field]);
  return required.length > 0 ? { ...rest, required } : rest;
}

const refusalsOf = (route: DescribedCall): number[] => [
  ...(route.body || route.raw ? [400, 413, 415] : []),
  ...(route.ifMatch ? [412] : []),
  ...(route.ifMatch === 'required' ? [428] : []),
  ...(route.who === 'anyone' ? [] : [401, 403]),
  404,
  409,
  422,
  429,
  503,
];

function parametersOf(route: DescribedCall, path: string): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const version = {
    name: 'If-Match',
    in: 'header',
    required: route.ifMatch === 'required',
    description: 'The version of the record that was seen.',
    schema: { type: 'string' },
  };
  const unattended = {
    name: UNATTENDED,
    in: 'header',
    description: 'An automatic call of a page: answered like any other, but it does not extend the session.',
    schema: { type: 'string' },
  };
  const reason = {
    name: REASON,
    in: 'header',
    description: 'The reason for the change, percent-encoded, at most 500 characters. It is recorded with the change.',
    schema: { type: 'string' },
  };
  const readAfter = {
    name: READ_AFTER,
    in: 'header',
    description: `The \`${POSITION}\` of your last change. The call waits up to two seconds until its answer contains that change.`,
    schema: { type: 'string' },
  };
  const isChange = typeof route.who === 'object' && !route.who.agents && route.method !== 'get';
  const bySession = route.who !== 'anyone' && route.who !== 'integrator';
  const before = [
    ...inPath,
    ...(route.ifMatch ? [version] : []),
    ...(bySession ? [unattended] : []),
    ...(isChange ? [reason] : []),
    ...(route.reads ? [readAfter] : []),
  ];
  if (!route.query) return before;
  const { properties = {}, required = [] } = schemaOf(route.query, 'input');
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...before, ...inQuery];
}

/** Returns the request content by content type. A body that the call reads itself is text to OpenAPI. */
function contentOf({ body, raw }: DescribedCall): Record<string, object> {
  return {
    ...(body ? { 'application/json': { schema: schemaOf(body, 'input') } } : {}),
    ...(raw ? { [raw]: { schema: { type: 'string' } } } : {}),
  };
}

/** Returns the headers of the success answers of a call that make its changes visible to later reads. */
function headersOf({ method, appendsNothing, reads }: DescribedCall): { readonly headers?: object } {
  const described = (description: string) => ({ description, schema: { type: 'string' } });
  const headers = {
    ...(method === 'get' || appendsNothing
      ? {}
      : { [POSITION]: described(`The position of the change, if there was one. Send it as \`${READ_AFTER}\`.`) }),
    ...(reads ? { [STALE]: described(`\`true\`: the answer lacks the change of \`${READ_AFTER}\`. Try again.`) } : {}),
  };
  return Object.keys(headers).length > 0 ? { headers } : {};
}

/** Returns the success answers of a call, by status. */
function successesOf(route: DescribedCall): Record<string, object> {
  const { status = 200, answer, needsApproval, outcomes = {} } = route;
  const headers = headersOf(route);
  const answered = (description: string, schemas: Readonly<Record<string, z.ZodType>>) => ({
    description,
    ...headers,
    content: Object.fromEntries(
      Object.entries(schemas).map(([type, schema]) => [type, { schema: schemaOf(schema, 'output') }]),
    ),
  });
  return {
    [status]: answer ? answered('Success.', { 'application/json': answer }) : { description: 'Success.', ...headers },
    ...(needsApproval ? { 202: answered('The change needs approval.', { 'application/json': waiting }) } : {}),
    ...Object.fromEntries(Object.entries(outcomes).map(([code, { is, answer }]) => [code, answered(is, answer)])),
  };
}

function operationOf(route: DescribedCall, path: string): object {
  const content = contentOf(route);
  const refused = (status: number) => ({
    description: REFUSALS[status],
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  });
  return {
    tags: [route.tag],
    summary: route.summary,
    parameters: parametersOf(route, path),
    ...(route.who === 'anyone' ? {} : { security: [{ [route.who === 'integrator' ? 'apiKey' : 'bearer']: [] }] }),
    ...(Object.keys(content).length > 0 ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...successesOf(route),
      ...Object.fromEntries(refusalsOf(route).map((status) => [status, refused(status)])),
    },
  };
}

/** Describes a webhook call that the product sends to integrators. */
const webhookOf = (kind: string, schema: z.ZodType): object => ({
  post: {
    tags: ['Webhooks'],
    summary: `${kind}: sent to an integrator about its reservation, signed, until it is accepted`,
    parameters: ['fynbos-delivery', 'fynbos-kind', 'fynbos-signature'].map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(schema, 'output') } } },
    responses: { '2XX': { description: 'Accepted. Any other answer is tried again for three days.' } },
  },
});

/** OpenAPI 3.1, from the schemas that check the calls. The first route of a path takes precedence, as in the router. */
export function openApiOf(
  routes: readonly DescribedCall[],
  publicUrl: string,
  messages: Readonly<Record<string, z.ZodType>>,
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    for (const path of route.paths) {
      const item = paths[`/api${path}`] ?? {};
      item[route.method] ??= operationOf(route, path);
      paths[`/api${path}`] = item;
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Fynbos Rewards', version: '1' },
    servers: [{ url: publicUrl }],
    paths,
    webhooks: Object.fromEntries(Object.entries(messages).map(([kind, schema]) => [kind, webhookOf(kind, schema)])),
    components: { schemas: { Problem: schemaOf(problemShape, 'output') }, securitySchemes: SECURITY },
  };
}
