import type pg from 'pg';

/**
 * Maximum number of rows in memory. Larger pages outlive the young generation of the heap and stay until a full
 * collection.
 */
const PAGE = 500;

/**
 * Yields the text of pages after a header. The header is sent with the first page, so that a failing query gives an
 * error status instead of an incomplete 200.
 */
export async function* withHeader<Row>(
  header: string,
  pages: AsyncIterable<Row[]>,
  textOf: (rows: Row[]) => string | Promise<string>,
): AsyncGenerator<string> {
  let before = header;
  for await (const rows of pages) {
    yield before + (await textOf(rows));
    before = '';
  }
  if (before !== '') yield before;
}

/**
 * Yields all rows of a query in pages, from one snapshot and in bounded memory. `text` must be a constant; `values`:
 * its parameters.
 */
export async function* pagesOf<Row extends pg.QueryResultRow>(
  db: pg.Pool,
  text: string,
  values: readonly unknown[] = [],
): AsyncGenerator<Row[]> {
  const client = await db.connect();
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
    // If the reader stops early, the transaction is still open, so the connection is closed.
    client.release(failed);
  }
}
