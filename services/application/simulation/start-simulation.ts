import { DomainError, type FieldError } from '@fynbos/domain/errors.ts';
import type { RecalculationDefinition } from '@fynbos/domain/recalculation/events.ts';
import { promotionIds } from '@fynbos/projections/promotions/queries.ts';
import type pg from 'pg';
import type { Application } from '../services.ts';
import { addSimulation, cancelSimulation, type SimulationRun, simulationRun } from './simulation-store.ts';

/** Whether a change of terms sets any term. */
const changesSomething = (change: object): boolean =>
  Object.entries(change).some(
    ([field, value]) => field !== 'promotionId' && field !== 'effectiveFrom' && value !== undefined,
  );

/** Rejects a definition without assumptions or with contradictory ones, with a message per field. */
function checkDefinition(definition: RecalculationDefinition, promotionIds: ReadonlySet<string>): void {
  const { from, to, policy, promotions: changes, reassess } = definition;
  const errors: FieldError[] = [];
  const reject = (field: string, message: string): void => void errors.push({ field, message });
  if (to < from) reject('to', 'The last day must not be before the first.');
  if (reassess === null) {
    if (policy === null && changes.length === 0) reject('policy', 'Change the terms of the policy or of a promotion.');
    if (policy !== null && !changesSomething(policy)) reject('policy', 'Choose the terms of the policy to change.');
  } else if (policy !== null || changes.length > 0) {
    reject('reassess', 'A promotion is simulated under its current terms, without further changes.');
  }
  changes.forEach((change, index) => {
    const field = `promotions.${index}`;
    if (!promotionIds.has(change.promotionId)) reject(`${field}.promotionId`, 'Promotion not found.');
    if (!changesSomething(change)) reject(field, 'Choose the terms of the promotion to change.');
    if (change.startDate && change.endDate && change.endDate < change.startDate)
      reject(`${field}.endDate`, 'End Date must not be before Start Date.');
  });
  if (reassess !== null && !promotionIds.has(reassess.promotionId)) reject('reassess', 'Promotion not found.');
  const [first] = errors;
  if (first) throw new DomainError('invalid', 'what-if.definition', first.message, errors);
}

/** Starts a simulation and returns its id. Throws `what-if.definition` and, with too many open ones, `what-if.many`. */
export async function startSimulation(
  { db, queues }: Pick<Application, 'db' | 'queues'>,
  definition: RecalculationDefinition,
  by: { readonly adminId: number; readonly at: Date },
): Promise<string> {
  checkDefinition(definition, new Set(await promotionIds(db)));
  const id = await addSimulation(db, queues, definition, by);
  if (id !== null) return id;
  throw new DomainError(
    'conflict',
    'what-if.many',
    'Too many simulations are running. Wait for one to finish, or cancel one.',
  );
}

/** Throws `what-if.unknown`. */
export async function findSimulation(db: pg.Pool, id: string): Promise<SimulationRun> {
  const run = await simulationRun(db, id);
  if (!run) throw new DomainError('not-found', 'what-if.unknown', 'Simulation not found.');
  return run;
}

/** Stops a simulation. Throws `what-if.over` if it is not running. */
export async function stopSimulation(db: pg.Pool, id: string): Promise<void> {
  if (await cancelSimulation(db, id)) return;
  throw new DomainError('conflict', 'what-if.over', 'This simulation is not running.');
}
