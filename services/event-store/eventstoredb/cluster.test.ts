import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type EventStore, type Position, StoreUnavailable } from '../port.ts';
import { appendTo } from '../testing/append-to.ts';
import { newEvent, readToEnd } from '../testing/contract/support.ts';
import {
  askNode,
  type EventStoreNode,
  eventStoreServer,
  freePorts,
  startNode,
} from '../testing/eventstoredb-server.ts';
import { eventStoreDb } from './eventstoredb.ts';

const WRITERS = 8;
const PATIENCE_MS = 240_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Member {
  readonly state: string;
  readonly isAlive: boolean;
  readonly httpEndPointPort: number;
}

/** The port of the cluster's leader, according to one of these nodes. */
async function leaderOf(ports: readonly number[]): Promise<number> {
  for (;;) {
    for (const port of ports) {
      const [status, text] = await askNode(port, '/gossip');
      const members: readonly Member[] = status === 200 ? JSON.parse(text).members : [];
      const leader = members.find(({ state, isAlive }) => state === 'Leader' && isAlive);
      if (leader && ports.includes(leader.httpEndPointPort)) return leader.httpEndPointPort;
    }
    await pause(200);
  }
}

interface Work {
  readonly acknowledged: Map<string, Position>;
  stop: boolean;
}

/** Repeats a call until the cluster answers. */
async function persistently<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await pause(100);
    }
  }
}

/**
 * One after another to its own streams, each with the same id until it is acknowledged; then the next read through
 * `other` has it.
 */
async function write(store: EventStore, other: EventStore, work: Work): Promise<void> {
  while (!work.stop) {
    const streamId = `cluster-${randomUUID()}`;
    for (let revision = 0; revision < 5 && !work.stop; revision++) {
      const event = newEvent('Written');
      const expected = revision === 0 ? 'no-stream' : revision - 1;
      const { position } = await persistently(() => appendTo(store, streamId, expected, [event]));
      work.acknowledged.set(event.id, position);
      const read = await persistently(() => other.readStreams([streamId]));
      expect(read.get(streamId)?.at(-1)?.id).toBe(event.id);
    }
  }
}

describe.skipIf(eventStoreServer() === null)('a cluster of three (skipped unless EVENTSTORE_SERVER is set)', () => {
  test('kill -9 of the leader under load loses and doubles no acknowledged event', {
    timeout: PATIENCE_MS,
  }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-cluster-'));
    const nodes = new Map<number, EventStoreNode>();
    const stores: EventStore[] = [];
    const work: Work = { acknowledged: new Map(), stop: false };
    // Also runs after a timeout.
    onTestFinished(async () => {
      work.stop = true;
      await Promise.all(stores.map((store) => store.close()));
      for (const { process, stop } of nodes.values())
        if (process.exitCode === null && process.signalCode === null) await stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    });
    const ports = await freePorts(3);
    const start = async (port: number): Promise<void> => {
      const others = ports.filter((other) => other !== port);
      nodes.set(port, await startNode({ port, folder: path.join(folder, String(port)), others }));
    };
    await Promise.all(ports.map(start));
    const first = await leaderOf(ports);
    const url = `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}?tls=false`;
    stores.push(eventStoreDb(url), eventStoreDb(url));
    const [store, other] = stores as [EventStore, EventStore];
    const writers = Promise.all(
      Array.from({ length: WRITERS }, (_, n) => (n % 2 === 0 ? write(store, other, work) : write(other, store, work))),
    );
    // A failing writer ends the test immediately.
    const atLeast = async (count: number): Promise<void> => {
      while (work.acknowledged.size < count) await Promise.race([writers, pause(50)]);
    };
    await atLeast(200);
    await nodes.get(first)?.stop('SIGKILL');
    const beforeElection = work.acknowledged.size;
    const second = await leaderOf(ports.filter((port) => port !== first));
    expect(second).not.toBe(first);
    await atLeast(beforeElection + 200);
    await start(first);
    await atLeast(beforeElection + 400);
    work.stop = true;
    await writers;

    const { events } = await readToEnd(other, { filter: { types: ['Written'] } });
    const stored = events.map(({ id }) => id);
    expect(new Set(stored).size).toBe(stored.length);
    expect(new Set(stored)).toEqual(new Set(work.acknowledged.keys()));
    for (const { id, position } of events) expect(work.acknowledged.get(id)).toBe(position);
  });
});
