import type { Duplex } from 'node:stream';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js';
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { EventTexts, ExpectedRevision, Position, StoredEvent } from '../port.ts';
import { ATTEMPT, positionOf } from './events.ts';
import { type GenericClient, internalsOf } from './internals.ts';
import { encode, type Field, Fields } from './protobuf.ts';

/** The answer to one append: its position, or the server's error as bytes. */
interface Reply {
  readonly correlation: number;
  readonly position: Position | null;
  readonly failure: Buffer | null;
}

interface Waiting {
  readonly streamId: string;
  readonly resolve: (position: Position | null) => void;
  readonly reject: (error: unknown) => void;
}

const APPEND = StreamsService.batchAppend;
/** The upper half of correlation ids, which are unique among all clients of a server. */
const PROCESS = Math.floor(Math.random() * 2 ** 52);
const JSON_CONTENT = encode([
  [1, 'content-type'],
  [2, 'application/json'],
]);

const expectedField = (expected: ExpectedRevision): [number, number | Buffer] =>
  expected === 'no-stream' ? [3, Buffer.alloc(0)] : [2, expected];

/** An event of an append as the server stores it. `attempt` goes into its metadata. */
export function encodeEvent(event: StoredEvent, attempt: string, texts?: EventTexts): Buffer {
  const metadata = texts?.metadata ?? JSON.stringify(event.metadata);
  const rest = metadata === '{}' ? '}' : `,${metadata.slice(1)}`;
  const type: Field[] = [
    [1, 'type'],
    [2, event.type],
  ];
  return encode([
    [1, encode([[2, event.id]])],
    [2, encode(type)],
    [2, JSON_CONTENT],
    [3, `{"${ATTEMPT}":"${attempt}"${rest}`],
    [4, texts?.data ?? JSON.stringify(event.data)],
  ]);
}

/**
 * Uses the client's connection, one gRPC stream for all appends, in call order. The client's own `appendToStream`
 * encodes events twice and fails other streams' appends when one breaks (docs/decisions/0042).
 */
export class EventStoreDBAppender {
  private readonly open = new WeakMap<object, Duplex>();
  private readonly waiting = new WeakMap<Duplex, Map<number, Waiting>>();
  private correlation = 0;
  /** The server's time limit for an append. */
  private readonly deadline: Buffer;

  constructor(
    private readonly client: EventStoreDBClient,
    answerWithinMs: number,
  ) {
    this.deadline = encode([[1, Math.ceil(answerWithinMs / 1_000)]]);
  }

  /** Returns the position of the last event, or null. Throws the client's errors: WrongExpectedVersionError. */
  async append(streamId: string, expected: ExpectedRevision, events: readonly Buffer[]): Promise<Position | null> {
    const { GRPCStreamCreator } = internalsOf<Duplex, Reply>(this.client);
    const stream = await GRPCStreamCreator(StreamsClient, 'appendToStream', (grpc) => this.begin(grpc), this.open)();
    const waiting = this.waiting.get(stream) as Map<number, Waiting>;
    const correlation = ++this.correlation;
    const options = encode([[1, encode([[3, streamId]])], expectedField(expected), [7, this.deadline]]);
    const halves: Field[] = [
      [1, PROCESS],
      [2, correlation],
    ];
    const request = encode([
      [1, encode([[1, encode(halves)]])],
      [2, options],
      ...events.map((event) => [3, event] as const),
      [4, 1],
    ]);
    return new Promise((resolve, reject) => {
      waiting.set(correlation, { streamId, resolve, reject });
      stream.write(request);
    });
  }

  private begin(grpc: GenericClient<Reply>): Duplex {
    const { callArguments } = internalsOf(this.client);
    const call = callArguments({}, { deadline: Number.POSITIVE_INFINITY });
    const stream = grpc.makeBidiStreamRequest(APPEND.path, (bytes) => bytes, replyOf, ...call);
    const waiting = new Map<number, Waiting>();
    this.waiting.set(stream, waiting);
    const failAll = (error: unknown): void => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    stream
      .on('data', ({ correlation, position, failure }: Reply) => {
        const one = waiting.get(correlation);
        if (!one) return;
        waiting.delete(correlation);
        if (failure === null) one.resolve(position);
        else one.reject(errorOf(failure, one.streamId));
      })
      .on('error', (error) => failAll(convertToCommandError(error) ?? error))
      .on('end', () => failAll(new Error('the event store closed the stream of appends')));
    return stream;
  }
}

function errorOf(bytes: Buffer, streamId: string): unknown {
  const error = streams.BatchAppendResp.deserializeBinary(bytes).getError();
  return error ? unpackToCommandError(error, streamId) : new Error('the event store answered without a result');
}

function replyOf(bytes: Buffer): Reply {
  const fields = new Fields(bytes);
  let correlation = -1;
  let position: Position | null = null;
  let isStored = false;
  while (fields.next()) {
    if (fields.field === 1) correlation = correlationOf(fields.within());
    else if (fields.field === 3) {
      isStored = true;
      const success = fields.within();
      while (success.next()) if (success.field === 3) position = positionIn(success.within());
    }
  }
  return { correlation, position, failure: isStored ? null : bytes };
}

function correlationOf(uuid: Fields): number {
  while (uuid.next()) {
    if (uuid.field !== 1) continue;
    const halves = uuid.within();
    while (halves.next()) if (halves.field === 2) return halves.value;
  }
  return -1;
}

function positionIn(fields: Fields): Position {
  let [commit, prepare] = [0, 0];
  while (fields.next()) {
    if (fields.field === 1) commit = fields.value;
    else if (fields.field === 2) prepare = fields.value;
  }
  return positionOf({ commit, prepare });
}
