import type { FileFormat } from '@fynbos/domain/payout-run/events.ts';
import { payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import { open, seal } from '@fynbos/platform/crypto/sealing.ts';
import { insertRows, migrate } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import type { Editions } from '../run-session.ts';

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

/** Creates the table of payout files if it is missing. */
export const migrateFinance = (db: pg.Pool): Promise<readonly string[]> => migrate(db, 'finance', MIGRATIONS);

/** A piece of a file with the control figures of its lines. Part 0 is the header, the last one the trailer. */
export interface FilePart {
  readonly format: FileFormat;
  readonly part: number;
  readonly text: string;
  readonly lines: number;
  readonly cents: number;
  readonly hashTotal: bigint;
}

/** Contains the edition: migrations only add (docs/operations.md), so the table's key cannot change. */
const storageKey = (format: FileFormat, edition: string | undefined): string =>
  edition === undefined ? format : `${format}/${edition}`;

/**
 * Encrypted parts under the run's own key. Each writer has an edition; the recorded one is read (docs/decisions/0014).
 */
export class PayoutFiles {
  constructor(
    private readonly db: pg.Pool,
    private readonly keys: KeyRing,
  ) {}

  private async keyOf(runId: string): Promise<Buffer> {
    const subject = payoutRunStreamOf(runId);
    const key = (await this.keys.keysFor([subject], { create: true })).get(subject);
    if (!key) throw new Error('the key of the run was destroyed');
    return key;
  }

  async put(runId: string, edition: string, parts: readonly FilePart[]): Promise<void> {
    const key = await this.keyOf(runId);
    const rows = parts.map(({ format, part, text, hashTotal, ...control }) => {
      const name = storageKey(format, edition);
      const sealed = seal(key, text, `${runId}/${name}/${part}`);
      return { runId, format: name, part, sealed, ...control, hashTotal: String(hashTotal) };
    });
    await insertRows(this.db, 'finance."payoutFileParts"', rows);
  }

  /** Control figures of the lines of a file in these editions. */
  async control(
    runId: string,
    format: FileFormat,
    editions: Editions,
  ): Promise<{ lines: number; cents: number; hashTotal: bigint }> {
    const { rows } = await this.db.query<{ lines: number; cents: number; hashTotal: string }>(
      `select coalesce(sum(lines), 0)::int as lines, coalesce(sum(cents), 0)::bigint as cents, coalesce(sum("hashTotal"), 0)::text as "hashTotal"
       from finance."payoutFileParts" join unnest($2::text[]) with ordinality as named(format, number) using (format)
       where "runId" = $1 and part = number - 1`,
      [runId, editions.map((edition) => storageKey(format, edition))],
    );
    const [row] = rows;
    return { lines: row?.lines ?? 0, cents: row?.cents ?? 0, hashTotal: BigInt(row?.hashTotal ?? '0') };
  }

  /** The text of a file in these editions, part by part, as far as parts exist. */
  async *read(runId: string, format: FileFormat, editions: Editions): AsyncGenerator<string> {
    const key = await this.keyOf(runId);
    for (const [part, edition] of editions.entries()) {
      const name = storageKey(format, edition);
      const { rows } = await this.db.query<{ sealed: string }>(
        'select sealed from finance."payoutFileParts" where "runId" = $1 and format = $2 and part = $3',
        [runId, name, part],
      );
      const [row] = rows;
      if (!row) return;
      yield open(key, row.sealed, `${runId}/${name}/${part}`);
    }
  }
}
