import { isDeepStrictEqual } from 'node:util';
import type { Route } from '../http/route.ts';

/** Wraps a route so that it fails with a 500 when the body of a success does not exactly match its `answer`. */
export function withCheckedAnswer(route: Route): Route {
  const { answer: schema, status: success = 200 } = route;
  if (!schema) return route;
  return {
    ...route,
    async handle(call, services) {
      const answer = await route.handle(call, services);
      if (answer?.body === undefined || (answer.status ?? success) !== success) return answer;
      const body: unknown = JSON.parse(JSON.stringify(answer.body));
      const { data, error } = schema.safeParse(body);
      if (error || !isDeepStrictEqual(data, body)) {
        const found = error?.message ?? `fields that are not declared in ${JSON.stringify(body).slice(0, 1_000)}`;
        process.stderr.write(`${route.method} ${route.paths[0]} does not match its answer: ${found}\n`);
        throw new Error(`${route.paths[0]} does not match its answer: ${found}`);
      }
      return answer;
    },
  };
}
