import type { FileFormat } from '@fynbos/domain/payout-run/events.ts';
import { payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import type { KeyRing } from '@fynbos/platform/keys.ts';
import { migrate } from '@fynbos/platform/postgres.ts';
import { open, seal } from '@fynbos/platform/sealing.ts';
import type pg from 'pg';

const MIGRATIONS = [
  {
    id: '0001-payout-files',
    sql: `create table "payoutFileParts" (
            "runId" text not null, format text not null, part integer not null, sealed text not null,
            lines integer not null, cents bigint not null, "hashTotal" numeric not null,
            primary key ("runId", format, part)
          )`,
  },
];

/** Makes the tables of finance where they are missing. */
export const migrateFinance = (pool: pg.Pool): Promise<readonly string[]> => migrate(pool, 'finance', MIGRATIONS);

/** A piece of a file with the control figures of its lines. Part 0 is the header, the last one the trailer. */
export interface FilePart {
  readonly format: FileFormat;
  readonly part: number;
  readonly text: string;
  readonly lines: number;
  readonly cents: number;
  readonly hashTotal: bigint;
}

/** Files of runs, piece by piece, sealed under the run's own key: account numbers lie nowhere readable. */
export class PayoutFiles {
  constructor(
    private readonly pool: pg.Pool,
    private readonly keys: KeyRing,
  ) {}

  private async keyOf(runId: string): Promise<Buffer> {
    const subject = payoutRunStreamOf(runId);
    const key = (await this.keys.keysFor([subject], { create: true })).get(subject);
    if (!key) throw new Error('the key of the run was destroyed');
    return key;
  }

  /** Keeps parts; one that is there already is replaced. */
  async put(runId: string, parts: readonly FilePart[]): Promise<void> {
    const key = await this.keyOf(runId);
    const sealed = parts.map(({ format, part, text }) => seal(key, text, `${runId}/${format}/${part}`));
    await this.pool.query(
      `insert into finance."payoutFileParts" ("runId", format, part, sealed, lines, cents, "hashTotal")
       select $1, * from unnest($2::text[], $3::int[], $4::text[], $5::int[], $6::bigint[], $7::numeric[])
       on conflict ("runId", format, part) do update
       set sealed = excluded.sealed, lines = excluded.lines, cents = excluded.cents, "hashTotal" = excluded."hashTotal"`,
      [
        runId,
        parts.map(({ format }) => format),
        parts.map(({ part }) => part),
        sealed,
        parts.map(({ lines }) => lines),
        parts.map(({ cents }) => cents),
        parts.map(({ hashTotal }) => String(hashTotal)),
      ],
    );
  }

  /** Control figures of parts 1 to `last`. */
  async control(
    runId: string,
    format: FileFormat,
    last: number,
  ): Promise<{ lines: number; cents: number; hashTotal: bigint }> {
    const { rows } = await this.pool.query<{ lines: number; cents: number; hashTotal: string }>(
      `select coalesce(sum(lines), 0)::int as lines, coalesce(sum(cents), 0)::bigint as cents, coalesce(sum("hashTotal"), 0)::text as "hashTotal"
       from finance."payoutFileParts" where "runId" = $1 and format = $2 and part between 1 and $3`,
      [runId, format, last],
    );
    const [row] = rows;
    return { lines: row?.lines ?? 0, cents: row?.cents ?? 0, hashTotal: BigInt(row?.hashTotal ?? '0') };
  }

  /** The text of a file, piece by piece, up to part `last`. */
  async *read(runId: string, format: FileFormat, last = Number.MAX_SAFE_INTEGER): AsyncGenerator<string> {
    const key = await this.keyOf(runId);
    for (let part = 0; part <= last; part++) {
      const { rows } = await this.pool.query<{ sealed: string }>(
        'select sealed from finance."payoutFileParts" where "runId" = $1 and format = $2 and part = $3',
        [runId, format, part],
      );
      const [row] = rows;
      if (!row) return;
      yield open(key, row.sealed, `${runId}/${format}/${part}`);
    }
  }
}
