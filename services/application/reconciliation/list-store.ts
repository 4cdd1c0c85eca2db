import { instant } from '@fynbos/domain/event-schema.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { insertRows, migrate } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import { z } from 'zod';

const MIGRATIONS = [
  {
    id: '0001-integrator-lists',
    sql: `create table "lists" (id text primary key, "integratorId" text not null, "from" date, "to" date, columns json not null,
            lines integer not null, compared integer not null default 0, ours integer not null default 0,
            state text not null, counts json not null default '{}', "createdAt" timestamptz not null default now());
          create table "lines" ("listId" text not null references "lists" on delete cascade, line integer not null,
            "eventId" text not null, cells json not null, primary key ("listId", line));
          create index on "lines" ("listId", "eventId", line);
          create table "findings" ("listId" text not null references "lists" on delete cascade, seq bigint generated always as identity,
            line integer, "eventId" text not null, "reservationNo" text, kind text not null, field text, theirs text, ours text,
            primary key ("listId", seq))`,
  },
  {
    // Earlier releases stored this column for unfinished lists.
    id: '0002-no-names-of-drivers',
    sql: `update "lines" set cells = (cells::jsonb - 'driverName')::json where cells::jsonb ? 'driverName'`,
  },
  {
    id: '0003-moved-at',
    sql: `alter table "lists" add column "movedAt" timestamptz not null default now()`,
  },
  {
    id: '0004-run',
    sql: `alter table "lists" add column run text`,
  },
];

/** Creates the tables of integrators' lists if they are missing. */
export const migrateLists = (db: pg.Pool): Promise<readonly string[]> => migrate(db, 'integrator_lists', MIGRATIONS);

/** Kinds of differences between a list and the recorded events. */
export const LIST_KINDS = {
  'missing-here': 'Sent, but not recorded here',
  'missing-there': 'Recorded here, but not listed',
  different: 'Recorded with other content',
  'listed-twice': 'Listed twice',
  unreadable: 'A line that could not be read',
} as const;
export type ListKind = keyof typeof LIST_KINDS;
export const LIST_KIND_NAMES = Object.keys(LIST_KINDS) as [ListKind, ...ListKind[]];

/** `line`: null for an event that is not in the file. `field`, `theirs`, `ours`: set for a different field. */
export const listFinding = z.object({
  line: z.int().nullable(),
  eventId: z.string(),
  reservationNo: z.string().nullable(),
  kind: z.enum(LIST_KIND_NAMES),
  field: z.string().nullable(),
  theirs: z.string().nullable(),
  ours: z.string().nullable(),
});
export type ListFinding = z.output<typeof listFinding>;

/** A line of a list with its compared cells by column. An unreadable line has an empty id and no cells. */
export interface ListLine {
  readonly line: number;
  readonly eventId: string;
  readonly cells: Readonly<Record<string, string>>;
}

export const integratorList = z.object({
  id: z.string(),
  integratorId: z.string(),
  /** Johannesburg days of recording between which events must be in the list; null: no bound. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  columns: z.array(z.string()).readonly(),
  lines: z.int(),
  /** Lines and recorded events that were compared so far. */
  compared: z.int(),
  ours: z.int(),
  counts: z.partialRecord(z.enum(LIST_KIND_NAMES), z.int()),
  /** Failed: not requested, or without progress for an hour. A later comparison still counts. */
  state: z.enum(['reading', 'waiting', 'comparing', 'done', 'failed']),
  createdAt: instant,
});
export type IntegratorList = Readonly<z.output<typeof integratorList>>;

/** How long a list and its findings are kept. */
const RETENTION_INTERVAL = '90 days';
/** Without progress for this long, the process that read the list has ended. */
const ABANDONED_AFTER = '1 hour';

/** Creates a list, and deletes lists older than `RETENTION_INTERVAL`. */
export async function createList(
  db: pg.Pool,
  { id, integratorId, from, to, columns }: Pick<IntegratorList, 'id' | 'integratorId' | 'from' | 'to' | 'columns'>,
): Promise<void> {
  await db.query(`delete from integrator_lists.lists where "createdAt" < now() - interval '${RETENTION_INTERVAL}'`);
  await db.query(
    `insert into integrator_lists.lists (id, "integratorId", "from", "to", columns, lines, state) values ($1, $2, $3, $4, $5, 0, 'reading')`,
    [id, integratorId, from, to, JSON.stringify(columns)],
  );
}

/** Stores lines of a list until they are compared. */
export async function addLines(db: pg.Pool, listId: string, lines: readonly ListLine[]): Promise<void> {
  await db.query('update integrator_lists.lists set "movedAt" = now() where id = $1', [listId]);
  if (lines.length === 0) return;
  await insertRows(
    db,
    'integrator_lists.lines',
    lines.map((line) => ({ listId, ...line })),
  );
}

export const markListComplete = (db: pg.Pool, id: string, lines: number): Promise<unknown> =>
  db.query(`update integrator_lists.lists set lines = $2, state = 'waiting', "movedAt" = now() where id = $1`, [
    id,
    lines,
  ]);

/** The comparison could not be requested. The lines stay: the failed append may have been stored. */
export const failList = (db: pg.Pool, id: string): Promise<unknown> =>
  db.query(`update integrator_lists.lists set state = 'failed' where id = $1 and state = 'waiting'`, [id]);

export const dropList = (db: pg.Pool, id: string): Promise<unknown> =>
  db.query('delete from integrator_lists.lists where id = $1', [id]);

const COLUMNS = `id, "integratorId", "from"::text, "to"::text, columns, lines, compared, ours, counts,
  case when state in ('reading', 'waiting') and "movedAt" < now() - interval '${ABANDONED_AFTER}' then 'failed' else state end as state,
  to_char("createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

export const listById = async (db: pg.Pool, id: string): Promise<IntegratorList | null> =>
  (await db.query<IntegratorList>(`select ${COLUMNS} from integrator_lists.lists where id = $1`, [id])).rows[0] ?? null;

export const newestLists = async (db: pg.Pool, limit: number): Promise<IntegratorList[]> =>
  (
    await db.query<IntegratorList>(
      `select ${COLUMNS} from integrator_lists.lists order by "createdAt" desc, id limit $1`,
      [limit],
    )
  ).rows;

/** Starts the comparison of a list under the id `run`. An earlier comparison can write nothing from then on. */
export async function beginComparison(db: pg.Pool, id: string, run: string): Promise<void> {
  await db.query(
    `update integrator_lists.lists set run = $2, state = 'comparing', compared = 0, ours = 0, counts = '{}' where id = $1`,
    [id, run],
  );
  // A separate statement sees what an earlier comparison wrote while the update waited for the row.
  await db.query('delete from integrator_lists.findings where "listId" = $1', [id]);
}

/** Stores findings and progress. Throws `StoreUnavailable` if a later comparison has replaced `run`. */
export async function addFindings(
  db: pg.Pool,
  { id, run }: { readonly id: string; readonly run: string },
  findings: readonly ListFinding[],
  progress: Pick<IntegratorList, 'compared' | 'ours' | 'counts'>,
): Promise<void> {
  const { rows } = await db.query(
    `with mine as (update integrator_lists.lists set compared = $10, ours = $11, counts = $12 where id = $1 and run = $2 returning id),
       kept as (insert into integrator_lists.findings ("listId", line, "eventId", "reservationNo", kind, field, theirs, ours)
         select mine.id, f.* from mine, unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[]) f)
     select id from mine`,
    [
      id,
      run,
      findings.map(({ line }) => line),
      findings.map(({ eventId }) => eventId),
      findings.map(({ reservationNo }) => reservationNo),
      findings.map(({ kind }) => kind),
      findings.map(({ field }) => field),
      findings.map(({ theirs }) => theirs),
      findings.map(({ ours }) => ours),
      progress.compared,
      progress.ours,
      JSON.stringify(progress.counts),
    ],
  );
  if (rows.length === 0) throw new StoreUnavailable('replaced by a later comparison');
}
