import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStream } from '../testing/open-stream.ts';
import { type Integration, invoice, linesOf, ndjson, openIntegration } from './testing/integration.ts';

let api: Integration;
const post: Integration['post'] = (...sent) => api.post(...sent);

beforeAll(async () => {
  api = await openIntegration();
});
afterAll(() => api?.close());

it('records 25 different facts of one reservation that are sent at once', async () => {
  const { eventId: _, type: _type, reservationNo, occurredAt, ...content } = invoice();
  const fact = (type: string, fields: object) => ({ ...invoice(), type, reservationNo, occurredAt, ...fields });
  const bare = (type: string, fields: object) => {
    const { eventId } = invoice();
    return { eventId, type, occurredAt, reservationNo, ...fields };
  };
  const sent = Array.from({ length: 5 }, (_, n) => [
    fact('invoice', { ...content, invoiceNo: `MANY${n}` }),
    bare('credit-note', { creditNoteNo: `C${n}`, invoiceNo: `MANY${n}`, creditDate: '2026-03-11' }),
    bare('hold', { holdId: `H${n}`, holdReason: 'payment', placedOn: '2026-03-11' }),
    bare('release', { holdId: `H${n}`, releasedOn: '2026-03-11' }),
    fact('invoice', { ...content, invoiceNo: 'SAME', tkRevenue: n }),
  ]).flat();
  const statuses = await Promise.all(sent.map(async (one) => (await post(one)).status));
  // The last of each five has the same number with other content: one is recorded.
  expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  expect(statuses.filter((status) => status === 201)).toHaveLength(21);
});

describe('a call with many rental events', () => {
  it('answers each item of an array separately, in order, with 207', async () => {
    const event = invoice();
    const response = await post([event, event, { ...event, tkRevenue: 3 }, {}, invoice()]);
    expect(response.status).toBe(207);
    const answers = await response.json();
    expect(answers.map(({ result }: { result: string }) => result)).toEqual([
      'recorded',
      'duplicate',
      'conflict',
      'rejected',
      'recorded',
    ]);
    expect(answers.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3, 4]);
  });

  it('lets an event id be used again in a call that refused it for the reservation of another integrator', async () => {
    const other = await api.addIntegrator('b0b0b0b0b0b0', ['rental-events:write']);
    const foreign = invoice();
    expect((await post(foreign, { authorization: `Bearer ${other.apiKey}` })).status).toBe(201);
    const own = invoice();
    const { eventId } = own;
    const { reservationNo } = foreign;
    const items = [
      { ...own, reservationNo },
      own,
      { ...own, eventId: invoice().eventId },
      { ...invoice(), eventId },
      { ...own, reservationNo },
    ];
    const expected = ['rejected', 'recorded', 'duplicate', 'conflict', 'rejected'];
    const results = (answers: readonly { result: string }[]) => answers.map(({ result }) => result);
    expect(results(await (await post(items, {}, '?dryRun=true')).json())).toEqual(expected);
    expect(results(await (await post(items)).json())).toEqual(expected);
    const next = items.map((item) => JSON.stringify({ ...item, eventId: foreign.eventId })).join('\n');
    expect(results((await linesOf(await post(next, ndjson))).slice(0, -1))).toEqual([
      'rejected',
      'duplicate',
      'duplicate',
      'conflict',
      'rejected',
    ]);
  });

  it('survives broken lines, blank lines and a missing last newline in NDJSON', async () => {
    const body = `${JSON.stringify(invoice())}\n{"type":"invoice",\n\n   \n"${'x'.repeat(70_000)}"\n${JSON.stringify(invoice())}`;
    const lines = await linesOf(await post(body, ndjson));
    expect(lines.slice(0, 4).map(({ index, result }) => [index, result])).toEqual([
      [0, 'recorded'],
      [1, 'rejected'],
      [2, 'rejected'],
      [3, 'recorded'],
    ]);
    expect(lines[4].summary).toMatchObject({
      received: 4,
      recorded: 2,
      duplicate: 0,
      conflict: 0,
      rejected: 2,
      unavailable: 0,
    });
    // The greatest position of any line: lines of one read may be stored in any order.
    expect(lines[4].summary.position).toBe([lines[0].position, lines[3].position].sort().at(-1));
  });

  it('answers thousands of items in order, also if a later batch repeats or contradicts one', async () => {
    const events = Array.from({ length: 3000 }, () => invoice());
    const [first, second] = events as [ReturnType<typeof invoice>, ReturnType<typeof invoice>];
    events[1000] = { ...first, tkRevenue: 999 };
    events[1001] = first;
    events[1002] = { ...invoice(), eventId: second.eventId };
    const body = events.map((event) => JSON.stringify(event)).join('\n');
    const lines = await linesOf(await post(body, ndjson));
    expect(lines.slice(0, 3000).map(({ index, eventId }) => [index, eventId])).toEqual(
      events.map(({ eventId }, index) => [index, eventId]),
    );
    expect(lines.slice(0, 2)).toMatchObject([{ result: 'recorded' }, { result: 'recorded' }]);
    expect(lines.slice(1000, 1003).map(({ result }) => result)).toEqual(['conflict', 'duplicate', 'conflict']);
    expect(lines.at(-1).summary).toMatchObject({ received: 3000, recorded: 2997, duplicate: 1, conflict: 2 });
  });

  it('accepts gzip, and ends a compression bomb with an error', async () => {
    const packed = gzipSync(`${JSON.stringify(invoice())}\n`);
    // Created before the first call: creating it blocks the process, and an idle connection would close before its next
    // use.
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x0a));
    expect((await linesOf(await post(packed, { ...ndjson, 'content-encoding': 'gzip' }))).at(-1).summary.recorded).toBe(
      1,
    );
    const lines = await linesOf(await post(bomb, { ...ndjson, 'content-encoding': 'gzip' }));
    expect(lines.at(-1)).toMatchObject({ summary: { recorded: 0 }, error: expect.stringContaining('too large') });
  });

  it('ends early if gzip packs its items more than a hundredfold, not after eight megabytes', async () => {
    const packed = gzipSync(`"${'x'.repeat(30_000)}"\n`.repeat(200), { level: 9 });
    const lines = await linesOf(await post(packed, { ...ndjson, 'content-encoding': 'gzip' }));
    expect(lines.at(-1).error).toContain('too large for its packed size');
    expect(lines.length).toBeLessThan(100);
  });

  it('ends after fifty thousand rejected items, and answers each of them', async () => {
    const lines = await linesOf(await post('1\n'.repeat(80_000), ndjson));
    const { summary, error } = lines.at(-1);
    expect(error).toContain('Too many lines were rejected');
    expect(summary.rejected).toBeGreaterThanOrEqual(50_000);
    expect(summary.rejected).toBeLessThan(55_000);
    expect(lines.length - 1).toBe(summary.received);
  });

  it('is refused with 429 beyond the concurrent streams of its key, until one has ended', async () => {
    const { apiKey } = await api.addIntegrator('b1b1b1b1b1b1', ['rental-events:write']);
    const open = () => openStream(`${api.url}/api/integrations/rental-events`, apiKey);
    // The test configuration lets one key use all streams of a process.
    const streams = Array.from({ length: 100 }, open);
    await Promise.all(streams.map((stream) => stream.ask(invoice())));
    const refused = await post(`${JSON.stringify(invoice())}\n`, { ...ndjson, authorization: `Bearer ${apiKey}` });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await Promise.all(streams.map((stream) => stream.end()));
    expect(
      (await post(`${JSON.stringify(invoice())}\n`, { ...ndjson, authorization: `Bearer ${apiKey}` })).status,
    ).toBe(200);
  });

  it('gives the same answers in a dry run, and records nothing', async () => {
    const event = invoice();
    const body = `${JSON.stringify(event)}\n${JSON.stringify(event)}\n`;
    const dry = await linesOf(await post(body, ndjson, '?dryRun=true'));
    expect(dry.map(({ result }) => result)).toEqual(['recorded', 'duplicate', undefined]);
    expect((await post(event)).status).toBe(201);
  });

  it('answers a client that reads nothing before it has sent everything', async () => {
    const many = 30_000;
    const line = `${JSON.stringify(invoice({ tkRevenue: -1, marketSector: 'x'.repeat(300) }))}\n`;
    const answer = await new Promise<{ lines: number; last: string }>((resolve, reject) => {
      const call = httpRequest(`${api.url}/api/integrations/rental-events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.apiKey}`, ...ndjson },
      });
      call.once('error', reject);
      call.once('response', async (response) => {
        // Everything is written before the first byte is read.
        await written;
        let text = '';
        for await (const chunk of response) text += chunk;
        const lines = text.trimEnd().split('\n');
        resolve({ lines: lines.length, last: lines.at(-1) ?? '' });
      });
      const written = (async () => {
        for (let i = 0; i < many; i++) if (!call.write(line)) await new Promise((go) => call.once('drain', go));
        call.end();
      })();
    });
    expect(answer.lines).toBe(many + 1);
    expect(JSON.parse(answer.last).summary).toMatchObject({ received: many, rejected: many });
  });

  it('records the complete lines of a stream that ends in the middle of a line', async () => {
    const event = invoice();
    await new Promise<void>((resolve) => {
      const call = httpRequest(`${api.url}/api/integrations/rental-events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.apiKey}`, ...ndjson },
      });
      call.on('error', () => undefined);
      call.once('close', () => resolve());
      call.once('response', (response) => response.once('data', () => call.destroy()));
      call.write(`${JSON.stringify(event)}\n{"type":"inv`);
    });
    expect((await (await post(event)).json()).result).toBe('duplicate');
  });
});
