import { randomUUID } from 'node:crypto';
import { Duplex, Readable } from 'node:stream';
import { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { expect, test } from 'vitest';
import { EventStoreDBAppender, encodeEvent } from './append-call.ts';
import { ATTEMPT, positionOf } from './events.ts';
import { connect, internalsOf } from './internals.ts';
import { LogEvent, readLog } from './wire.ts';

// Upgrades of the client are checked here without a server: the parts of it that are not in its public types, and the
// adapter's own encoding against the client's message classes.

const metadata = { v: 1, recordedAt: '2026-11-01T08:00:00.000Z' };
/** gRPC's code for a server that cannot be reached. */
const UNAVAILABLE = 14;
const stored = { id: randomUUID(), type: 'Happened', data: { n: 1 }, metadata: metadata as never };
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

/** A client whose calls reach `grpc` instead of a server. */
const clientOf = (grpc: object): EventStoreDBClient =>
  ({
    GRPCStreamCreator: (_service: unknown, _name: string, create: (grpc: object) => unknown) => async () =>
      create(grpc),
    callArguments: () => [],
  }) as never;

test('the client has the methods that are not in its public types', async () => {
  const client = EventStoreDBClient.connectionString`esdb://localhost:1?tls=false`;
  const { GRPCStreamCreator, callArguments } = internalsOf(client);
  expect(GRPCStreamCreator).toBeTypeOf('function');
  expect(callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })).toHaveLength(2);
  await client.dispose();
});

test('a reconnection that finds no node of a cluster rejects nothing but the call', async () => {
  const client = connect('esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=1');
  const { GRPCStreamCreator, handleError } = internalsOf(client);
  const call = GRPCStreamCreator(StreamsClient, 'read', () => new Readable())();
  const lost = handleError({ getChannel: () => null }, Object.assign(new Error('gone'), { code: UNAVAILABLE }));
  await expect(call).rejects.toThrow('Failed to discover');
  await expect(lost).resolves.toBeUndefined();
  await client.dispose();
});

test.each([
  ['no-stream', null],
  [4, '4'],
] as const)('the client reads an append at %s as it was sent', async (expected, position) => {
  const requests: InstanceType<typeof streams.BatchAppendReq>[] = [];
  const grpc = {
    makeBidiStreamRequest: (path: string, encode: (bytes: Buffer) => Buffer, decode: (bytes: Buffer) => unknown) => {
      expect(path).toBe('/event_store.client.streams.Streams/BatchAppend');
      return new Duplex({
        objectMode: true,
        read: () => undefined,
        write(bytes: Buffer, _encoding, done) {
          const request = streams.BatchAppendReq.deserializeBinary(encode(bytes));
          requests.push(request);
          const at = new shared.AllStreamPosition().setCommitPosition('9').setPreparePosition('8');
          const answer = new streams.BatchAppendResp()
            .setCorrelationId(request.getCorrelationId())
            .setSuccess(new streams.BatchAppendResp.Success().setPosition(at));
          this.push(decode(Buffer.from(answer.serializeBinary())));
          done();
        },
      });
    },
  };
  const appender = new EventStoreDBAppender(clientOf(grpc), 10_000);
  const appended = await appender.append('agent-7', expected, [encodeEvent(stored, 'first')]);
  expect(appended).toBe(positionOf({ commit: 9, prepare: 8 }));
  const [request] = requests;
  const options = request?.getOptions();
  expect(text(options?.getStreamIdentifier()?.getStreamName_asU8())).toBe('agent-7');
  expect(options?.hasNoStream()).toBe(position === null);
  expect(options?.hasStreamPosition() ? options.getStreamPosition() : null).toBe(position);
  expect(request?.getIsFinal()).toBe(true);
  const [message] = request?.getProposedMessagesList() ?? [];
  expect(message?.getId()?.getString()).toBe(stored.id);
  expect(message?.getMetadataMap().get('type')).toBe('Happened');
  expect(message?.getMetadataMap().get('content-type')).toBe('application/json');
  expect(JSON.parse(text(message?.getData_asU8()))).toEqual(stored.data);
  expect(JSON.parse(text(message?.getCustomMetadata_asU8()))).toEqual({ [ATTEMPT]: 'first', ...metadata });
});

test('an event that the client writes is read as it was stored', async () => {
  const stream = new shared.StreamIdentifier().setStreamName(Buffer.from('agent-7'));
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(stored.id))
    .setStreamIdentifier(stream)
    .setStreamRevision('3')
    .setCommitPosition('9')
    .setPreparePosition('8')
    .setData(Buffer.from(JSON.stringify(stored.data)))
    .setCustomMetadata(Buffer.from(JSON.stringify({ [ATTEMPT]: 'first', ...metadata })));
  recorded.getMetadataMap().set('type', 'Happened').set('content-type', 'application/json');
  const answer = new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent().setEvent(recorded));
  const grpc = {
    makeServerStreamRequest: (
      path: string,
      _encode: unknown,
      decode: (bytes: Buffer) => unknown,
      request: InstanceType<typeof streams.ReadReq>,
    ) => {
      expect(path).toBe('/event_store.client.streams.Streams/Read');
      expect(request.getOptions()?.getCount()).toBe('1');
      return Readable.from([decode(Buffer.from(answer.serializeBinary()))]);
    },
  };
  const [event] = await (await readLog(clientOf(grpc), { from: 'start', isBackwards: false, maxCount: 1 })).toArray();
  expect(event).toBeInstanceOf(LogEvent);
  expect(event).toMatchObject({
    ...stored,
    metadata,
    streamId: 'agent-7',
    revision: 3,
    position: positionOf({ commit: 9, prepare: 8 }),
    isOurs: true,
  });
});
