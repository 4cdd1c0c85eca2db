import { adminOf } from '@fynbos/application/caller.ts';
import { type ImportOutcome, type ImportRun, rejected } from '@fynbos/application/import-run.ts';
import { adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { Contended, isDomainError } from '@fynbos/domain/errors.ts';
import { z } from 'zod';
import { authorise } from '../http/authorise.ts';
import { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import { momentOf } from '../http/demo-clock.ts';
import type { Recognise } from '../http/mount.ts';
import { HttpRefusal, isTemporary } from '../http/problem.ts';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { itemErrors } from '../http/validate.ts';
import { type AnswerLines, exchangeLines, type ParsedLine } from '../ndjson/ndjson-exchange.ts';
import { reauthorize } from '../ndjson/reauthorize.ts';
import type { ImportAnswer } from './answers.ts';

/** Handles consecutive lines of one kind and answers each in order. `value`: the line's object. */
type LineHandler = (values: readonly object[]) => Promise<readonly ImportAnswer[]>;
export type LineHandlers = Readonly<Record<string, LineHandler>>;

/** Converts a refused command to its line's answer: a broken rule or a conflict. Rethrows other errors. */
export function refusedLine(error: unknown): ImportAnswer {
  // Not decided, for example while an interrupted import still holds the promotion code.
  if (error instanceof Contended) return { result: 'unavailable' };
  if (!isDomainError(error)) throw error;
  const errors = error.errors.map(({ field, message }) => ({ path: field, message }));
  const result = error.kind === 'conflict' ? 'conflict' : 'rejected';
  return { result, errors: errors.length > 0 ? errors : [{ path: '', message: error.message }] };
}

/** Handles lines in order. An invalid line or a refused command becomes the answer of its line. */
export const oneByOne =
  <Line extends z.ZodType>(schema: Line, add: (line: z.output<Line>) => Promise<ImportOutcome>): LineHandler =>
  async (values) => {
    const answers: ImportAnswer[] = [];
    for (const value of values) {
      const { data, error } = schema.safeParse(value);
      answers.push(
        error
          ? { result: 'rejected', errors: itemErrors(error) }
          : await add(data as z.output<Line>).catch(refusedLine),
      );
    }
    return answers;
  };

function kindOf(line: ParsedLine, handlers: LineHandlers): { kind: string; value: object } | ImportAnswer {
  if (!line.ok) return rejected('', line.message);
  const { value } = line;
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return rejected('', 'The line is not an object.');
  const { type } = value as { type?: unknown };
  if (typeof type === 'string' && Object.hasOwn(handlers, type)) return { kind: type, value };
  return rejected('type', `Must be one of ${Object.keys(handlers).join(', ')}.`);
}

/**
 * Imports in order, consecutive lines of one kind together. If the store is unreachable, these are `unavailable`: send
 * again.
 */
async function importLines(lines: readonly ParsedLine[], handlers: LineHandlers): Promise<ImportAnswer[]> {
  const answers: ImportAnswer[] = new Array(lines.length);
  let group: { kind: string; values: object[]; places: number[] } | undefined;
  const flush = async (): Promise<void> => {
    if (group === undefined) return;
    const { kind, values, places } = group;
    group = undefined;
    const groupAnswers = await (handlers[kind] as LineHandler)(values).catch((error: unknown) => {
      if (!isTemporary(error)) throw error;
      return values.map((): ImportAnswer => ({ result: 'unavailable' }));
    });
    places.forEach((place, index) => {
      answers[place] = { type: kind, ...(groupAnswers[index] as ImportAnswer) };
    });
  };
  for (const [index, line] of lines.entries()) {
    const found = kindOf(line, handlers);
    if ('result' in found) {
      answers[index] = found;
      continue;
    }
    if (group?.kind !== found.kind) await flush();
    group ??= { kind: found.kind, values: [], places: [] };
    group.values.push(found.value);
    group.places.push(index);
  }
  await flush();
  return answers;
}

/** Maximum number of concurrent imports: of all administrators, and of one. */
const MAX_STREAMS = 8;
const MAX_STREAMS_PER_PERSON = 2;

/** The import of a running programme. `handlersOf`: the handlers of each line kind for one import. */
export function importRoutes(
  recogniser: (services: Services) => Recognise,
  handlersOf: (services: Services, run: ImportRun) => LineHandlers,
) {
  const who = { admin: 'programme:import' } as const;
  const streams = new ConcurrencyLimit({ max: MAX_STREAMS, maxPerPerson: MAX_STREAMS_PER_PERSON, waitMs: 0 });
  const load = route.post('/admin/import', {
    who,
    summary: 'Migrate a running programme: NDJSON, with one answer per line',
    query: z.object({ dryRun: z.enum(['true', 'false']).optional() }),
    raw: 'application/x-ndjson',
    handle: async ({ request, response, query, caller, context }, services) => {
      if (!request.is('application/x-ndjson')) {
        throw new HttpRefusal(415, 'content-type', 'Send the body as application/x-ndjson.');
      }
      const { adminId, roles } = adminOf(caller);
      const sender = adminStreamOf(adminId);
      const run: ImportRun = {
        context: () => ({ ...context, ...momentOf(request, services) }),
        dryRun: query.dryRun === 'true',
        roles,
        dryRunAgents: new Set(),
      };
      const handlers = handlersOf(services, run);
      const recognise = recogniser(services);
      // A change of permissions ends the session, so the initial permissions are valid as long as the session lives.
      const checkAgain = reauthorize(async () => authorise(who, await recognise(request, true), undefined));
      const answer: AnswerLines = async (lines, before) => {
        await before;
        return importLines(lines, handlers);
      };
      await streams.run(sender, () =>
        exchangeLines(request, response, answer, { sender, endReason: checkAgain, stopping: services.stopping }),
      );
      return undefined;
    },
  });
  return tagged('Import', [load]);
}
