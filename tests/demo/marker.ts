import { type Migration, migrate, tableExists } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';

const MIGRATIONS: readonly Migration[] = [
  {
    id: '0001-demo',
    sql: `
      create table history (
        single boolean primary key default true check (single),
        seed integer not null,
        scale double precision not null,
        today text not null,
        "finishedAt" timestamptz
      );
      create table acts (key text primary key);
      create table notes (key text primary key, value jsonb not null);
    `,
  },
];

/** Settings of the first start, so that a resumed load generates the same data. */
export interface History {
  readonly seed: number;
  readonly scale: number;
  readonly today: string;
  readonly finishedAt: Date | null;
}

/** Progress of the demo load, in the schema `demo`, so that an interrupted load can resume. */
export class Marker {
  private constructor(
    private readonly pool: Pool,
    readonly history: History,
    private readonly done: Set<string>,
    private readonly notes: Map<string, unknown>,
  ) {}

  /** Whether a load has begun in this database. */
  static async isBegun(pool: Pool): Promise<boolean> {
    return (
      (await tableExists(pool, 'demo.history')) && ((await pool.query('select from demo.history')).rowCount ?? 0) > 0
    );
  }

  /** Opens the marker of this database; begins a load with these settings if there is none. */
  static async open(pool: Pool, begin: Omit<History, 'finishedAt'>): Promise<Marker> {
    await migrate(pool, 'demo', MIGRATIONS);
    await pool.query(
      'insert into demo.history (seed, scale, today) values ($1, $2, $3) on conflict (single) do nothing',
      [begin.seed, begin.scale, begin.today],
    );
    const [history, acts, notes] = await Promise.all([
      pool.query<History>('select seed, scale, today, "finishedAt" from demo.history'),
      pool.query<{ key: string }>('select key from demo.acts'),
      pool.query<{ key: string; value: unknown }>('select key, value from demo.notes'),
    ]);
    return new Marker(
      pool,
      history.rows[0] as History,
      new Set(acts.rows.map(({ key }) => key)),
      new Map(notes.rows.map(({ key, value }) => [key, value])),
    );
  }

  /** Whether a previous start has loaded something. */
  get isResumed(): boolean {
    return this.done.size > 0;
  }

  isDone(key: string): boolean {
    return this.done.has(key);
  }

  async finishAct(key: string): Promise<void> {
    await this.pool.query('insert into demo.acts (key) values ($1) on conflict do nothing', [key]);
  }

  /** Ids from earlier answers, such as those of agents and promotions. */
  note<Value>(key: string): Value | undefined {
    return this.notes.get(key) as Value | undefined;
  }

  async keep(key: string, value: unknown): Promise<void> {
    this.notes.set(key, value);
    await this.pool.query(
      'insert into demo.notes (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      [key, JSON.stringify(value)],
    );
  }

  async finish(): Promise<void> {
    await this.pool.query('update demo.history set "finishedAt" = now() where "finishedAt" is null');
  }
}
