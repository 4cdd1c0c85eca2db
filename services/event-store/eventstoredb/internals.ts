import type { Duplex, Readable } from 'node:stream';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';

/** A client of one connection, with methods that accept encoders and decoders. */
export interface GenericClient<Message> {
  makeServerStreamRequest(
    path: string,
    encode: unknown,
    decode: (bytes: Buffer) => Message,
    request: unknown,
    ...call: unknown[]
  ): Readable & { cancel(): void };
  makeBidiStreamRequest(
    path: string,
    encode: (bytes: Buffer) => Buffer,
    decode: (bytes: Buffer) => Message,
    ...call: unknown[]
  ): Duplex;
}

/**
 * Members beyond the client's public types. Its own reads and appends use the same methods, so reconnection and leader
 * discovery stay with it (docs/decisions/0042).
 */
interface Internals<Stream, Message> {
  /** Opens a stream, or returns the one in `cache`; a failed stream is removed from it. */
  GRPCStreamCreator(
    service: typeof StreamsClient,
    name: string,
    create: (grpc: GenericClient<Message>) => Stream,
    cache?: WeakMap<object, Stream>,
  ): () => Promise<Stream>;
  callArguments(options: object, call: { deadline: number }): [metadata: unknown, options: unknown];
  /** Prepares a reconnection after a failed call. */
  handleError(grpc: { getChannel(): unknown }, error: Error): Promise<void>;
}

export const internalsOf = <Stream, Message>(client: EventStoreDBClient): Internals<Stream, Message> =>
  client as unknown as Internals<Stream, Message>;

/**
 * After a failed call the client reconnects in the background. If no node answers, that failure is unhandled and would
 * end the process, so it is ignored here; the next call connects again.
 */
export function connect(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  const internals = internalsOf(client);
  const { handleError } = internals;
  internals.handleError = (grpc, error) => handleError(grpc, error).catch(() => undefined);
  return client;
}
