import { isThere, type Migration, migrate } from '@fynbos/platform/postgres.ts';
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

/** What the first start decided, so that one that goes on generates the same data. */
export interface History {
  readonly seed: number;
  readonly scale: number;
  readonly today: string;
  readonly finishedAt: Date | null;
}

/** How far the telling of the demo's history has come, in the schema `demo`: a start after an interruption goes on there. */
export class Marker {
  private constructor(
    private readonly pool: Pool,
    readonly history: History,
    private readonly done: Set<string>,
    private readonly notes: Map<string, unknown>,
  ) {}

  /** Whether a start has begun to tell a history in this database. */
  static async isBegun(pool: Pool): Promise<boolean> {
    return (await isThere(pool, 'demo.history')) && ((await pool.query('select from demo.history')).rowCount ?? 0) > 0;
  }

  /** The marker of this database; begins a history with these figures where there is none yet. */
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

  /** Whether something was told already when this start began. */
  get isResumed(): boolean {
    return this.done.size > 0;
  }

  isDone(key: string): boolean {
    return this.done.has(key);
  }

  async finishAct(key: string): Promise<void> {
    await this.pool.query('insert into demo.acts (key) values ($1) on conflict do nothing', [key]);
  }

  /** What was learned on the way: the id of an agent, of a promotion. */
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
