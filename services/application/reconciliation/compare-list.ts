import { addDays, startOfDay } from '@fynbos/domain/calendar.ts';
import { centsOfRand, plainRand } from '@fynbos/domain/money.ts';
import type { ReconciliationCheck } from '@fynbos/domain/reconciliation/reconciliation.ts';
import { WIRE_TYPES } from '@fynbos/domain/rental/events.ts';
import { eventsRecordedIn, factsOfEvents } from '@fynbos/projections/rental-events/queries.ts';
import type { RentalFact } from '@fynbos/projections/rentals/rentals.ts';
import type pg from 'pg';
import {
  addFindings,
  beginComparison,
  type IntegratorList,
  LIST_KINDS,
  type ListFinding,
  type ListKind,
  type ListLine,
  listById,
} from './list-store.ts';

const TERM_FIELDS = ['promoCode', 'rateCode', 'vehicleGroup', 'pickupBranch', 'returnBranch'];

/** Columns that a list may have: the fields of a rental event, nested ones with a dot. */
export const LIST_COLUMNS: readonly string[] = [
  'eventId',
  'type',
  'occurredAt',
  'reservationNo',
  'invoiceNo',
  'invoiceDate',
  'loyaltyTrackingNo',
  'marketSector',
  'driverName',
  'tkRevenue',
  ...['reservedOn', ...TERM_FIELDS].map((field) => `reservation.${field}`),
  ...['pickedUpOn', 'returnedOn', ...TERM_FIELDS].map((field) => `rental.${field}`),
  'creditNoteNo',
  'creditDate',
  'cancelledOn',
  'noShowOn',
  'holdId',
  'holdReason',
  'placedOn',
  'releasedOn',
];

/** Not compared: `occurredAt` is not content (R15), and drivers' names are encrypted. */
const IGNORED_COLUMNS: ReadonlySet<string> = new Set(['eventId', 'occurredAt', 'driverName']);

/** Whether a column is compared. Other columns are not stored. */
export const isCompared = (column: string): boolean => !IGNORED_COLUMNS.has(column);

function ours(fact: RentalFact, column: string): string {
  if (column === 'type') return WIRE_TYPES[fact.type];
  if (column === 'tkRevenue') return typeof fact.tkRevenueCents === 'number' ? plainRand(fact.tkRevenueCents) : '';
  const value = column
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], fact);
  return value === null || value === undefined ? '' : String(value);
}

function isSame(column: string, theirs: string, own: string): boolean {
  if (column === 'tkRevenue' && own !== '') {
    const cents = theirs === '' ? null : centsOfRand(Number(theirs));
    return cents !== null && plainRand(cents) === own;
  }
  return column.endsWith('promoCode') ? theirs.toLowerCase() === own.toLowerCase() : theirs === own;
}

/** 10 equals 10.00; promotion codes ignore case (P7). */
function differingFields(
  cells: Readonly<Record<string, string>>,
  fact: RentalFact,
): { field: string; theirs: string; ours: string }[] {
  return Object.entries(cells).flatMap(([field, text]) => {
    if (!isCompared(field)) return [];
    const theirs = text.trim();
    const own = ours(fact, field);
    return isSame(field, theirs, own) ? [] : [{ field, theirs, ours: own }];
  });
}

/** Lines or recorded events that are compared at once. */
const LINES_PER_READ = 1_000;
/** Differences that the event lists; the list's own table has all of them. */
const MAX_LISTED_DIFFERENCES = 50;
const NO_DETAIL = { field: null, theirs: null, ours: null } as const;

interface Listed extends ListLine {
  readonly isRepeat: boolean;
}

const LINES_SQL = `select l.line, l."eventId", l.cells,
    exists (select from integrator_lists.lines p where p."listId" = l."listId" and p."eventId" = l."eventId" and p.line < l.line) as "isRepeat"
  from integrator_lists.lines l where l."listId" = $1 and l.line > $2 order by l.line limit ${LINES_PER_READ}`;

function findingsOf(
  { line, eventId, cells, isRepeat }: Listed,
  recorded: { readonly reservationNo: string; readonly facts: readonly RentalFact[] } | undefined,
): ListFinding[] {
  const at = { line, eventId, reservationNo: recorded?.reservationNo ?? cells.reservationNo ?? null, ...NO_DETAIL };
  if (eventId === '') return [{ ...at, kind: 'unreadable' }];
  if (isRepeat) return [{ ...at, kind: 'listed-twice' }];
  const fact = recorded?.facts.find((each) => String(each.eventId).toLowerCase() === eventId);
  if (!fact) return [{ ...at, kind: 'missing-here' }];
  return differingFields(cells, fact).map((difference) => ({ ...at, kind: 'different', ...difference }));
}

/**
 * Compares in both directions; starts again after a crash. `run` identifies this comparison: an earlier one can write
 * nothing from now on. Throws `StoreUnavailable` when a later one has replaced it.
 */
export async function compareList(
  db: pg.Pool,
  id: string,
  run: string,
  signal: AbortSignal,
): Promise<ReconciliationCheck> {
  const list = await listById(db, id);
  if (!list) throw new Error('the list to be compared no longer exists');
  const { integratorId } = list;
  await beginComparison(db, id, run);
  const counts: Partial<Record<ListKind, number>> = {};
  const first: { key: string; what: string }[] = [];
  let compared = 0;
  let ours = 0;
  const keep = async (findings: readonly ListFinding[]): Promise<void> => {
    signal.throwIfAborted();
    for (const { kind, eventId, line, field } of findings) {
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (first.length < MAX_LISTED_DIFFERENCES)
        first.push({
          key: eventId || `line ${line}`,
          what: field ? `${LIST_KINDS[kind]}: ${field}` : LIST_KINDS[kind],
        });
    }
    await addFindings(db, { id, run }, findings, { compared, ours, counts });
  };
  for (let last = 0; ; ) {
    const { rows } = await db.query<Listed>(LINES_SQL, [id, last]);
    compared += rows.length;
    const ids = rows.map(({ eventId }) => eventId);
    const recorded = await factsOfEvents(db, integratorId, ids);
    await keep(rows.flatMap((row) => findingsOf(row, recorded.get(row.eventId))));
    last = rows.at(-1)?.line ?? last;
    if (rows.length < LINES_PER_READ) break;
  }
  for (let last = ''; ; ) {
    const rows = await eventsRecordedIn(db, integratorId, periodOf(list), { after: last, limit: LINES_PER_READ });
    ours += rows.length;
    const listed = await listedOf(
      db,
      id,
      rows.map(({ eventId }) => eventId.toLowerCase()),
    );
    const missing = rows.filter(({ eventId }) => !listed.has(eventId.toLowerCase()));
    await keep(
      missing.map(({ eventId, reservationNo }) => ({
        line: null,
        eventId,
        reservationNo,
        kind: 'missing-there',
        ...NO_DETAIL,
      })),
    );
    last = rows.at(-1)?.key ?? last;
    if (rows.length < LINES_PER_READ) break;
  }
  const differences = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { name: `integrator ${integratorId}`, examined: compared + ours, differences, first };
}

/** The ids among `eventIds`, in lower case, that a list has. */
async function listedOf(db: pg.Pool, id: string, eventIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ eventId: string }>(
    'select distinct "eventId" from integrator_lists.lines where "listId" = $1 and "eventId" = any($2)',
    [id, eventIds],
  );
  return new Set(rows.map(({ eventId }) => eventId));
}

/** The instants of recording (ISO 8601 UTC) between which events must be in the list. */
const periodOf = ({ from, to }: IntegratorList): [string, string] => [
  from ? startOfDay(from).toISOString() : '',
  to ? startOfDay(addDays(to, 1)).toISOString() : '9',
];

/** Deletes its lines; the findings stay. Does nothing if a later comparison replaced `run`. */
export async function finishList(db: pg.Pool, id: string, run: string): Promise<void> {
  await db.query(
    `with done as (update integrator_lists.lists set state = 'done' where id = $1 and run = $2 returning id)
     delete from integrator_lists.lines l using done where l."listId" = done.id`,
    [id, run],
  );
}
