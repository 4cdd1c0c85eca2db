import type pg from 'pg';

/**
 * Rows that are in memory at once. Few enough that they die young: pages of thousands outlive two collections of the young
 * generation, and then stay until a collection of everything.
 */
const PAGE = 500;

/**
 * The text of pages with a header before them. The header comes with the first page, so that a query that fails is refused
 * and not cut off behind a 200.
 */
export async function* withHeader<Row>(
  header: string,
  pages: AsyncIterable<Row[]>,
  textOf: (rows: Row[]) => string,
): AsyncGenerator<string> {
  let before = header;
  for await (const rows of pages) {
    yield before + textOf(rows);
    before = '';
  }
  if (before !== '') yield before;
}

/**
 * All rows of a query in pages, from one snapshot and in bounded memory: a cursor in a read-only transaction. `text` is a
 * constant of ours, `values` its parameters.
 */
export async function* pagesOf<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[] = [],
): AsyncGenerator<Row[]> {
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`declare report no scroll cursor for ${text}`, [...values]);
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${PAGE} from report`);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE) break;
    }
    await client.query('commit');
    failed = false;
  } finally {
    // A reader that went away in the middle leaves a transaction open: the connection goes with it.
    client.release(failed);
  }
}
