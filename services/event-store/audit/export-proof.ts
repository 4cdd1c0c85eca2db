import { createHash, hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CHECKPOINT_STREAM, type Checkpoint, checkpointEvents } from '@fynbos/domain/audit/checkpoint.ts';
import { allPages, eventsOfStream } from '../all-pages.ts';
import { GENESIS } from '../hash-chain.ts';
import type { EventStore, RecordedEvent } from '../port.ts';
import { unpackManifest } from './manifest.ts';
import { merklePath } from './merkle.ts';
import type { Signer } from './signature.ts';

export type Scope = { readonly streams: readonly string[] } | { readonly log: true };

/** A document that an export contains next to its events; the signature covers it. */
export interface ExportedDocument {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** What to export, and the time in its header. */
export interface ProofExport {
  readonly scope: Scope;
  readonly exportedAt: Date;
  readonly documents?: readonly ExportedDocument[] | undefined;
}

const documentLine = ({ name, mediaType, content }: ExportedDocument) => ({
  document: {
    name,
    mediaType,
    bytes: content.length,
    sha256: hash('sha256', content),
    content: content.toString('base64'),
  },
});

/** The source of the script that verifies an export. It runs on plain Node, without packages. */
export const verifierSource = (): Promise<string> =>
  readFile(new URL('../../../scripts/verify-export.mjs', import.meta.url), 'utf8');

const exported = ({ streamId, revision, id, type, data, metadata }: RecordedEvent) => ({
  event: { streamId, revision, id, type, data, metadata },
});

/** A checkpoint, and the index of the stream's last event that it covers. Null if no checkpoint covers one yet. */
async function lastCovered(
  store: EventStore,
  streamId: string,
): Promise<{ checkpoint: Checkpoint; index: number; revision: number } | null> {
  for (let from: number | undefined; ; ) {
    const events = await store.readStream(CHECKPOINT_STREAM, { direction: 'backwards', limit: 20, from });
    for (const { data } of events) {
      const checkpoint = checkpointEvents.LogCheckpointed.parse(data);
      const entries = unpackManifest(checkpoint.manifest);
      const index = entries.findLastIndex((entry) => entry.streamId === streamId);
      if (index >= 0) return { checkpoint, index, revision: entries[index]?.revision ?? 0 };
    }
    const oldest = events.at(-1);
    if (!oldest || oldest.revision === 0) return null;
    from = oldest.revision - 1;
  }
}

/** The full hashes of the events under a checkpoint, for a Merkle path. Manifests keep only hash prefixes. */
async function hashesCoveredBy(store: EventStore, checkpoint: Checkpoint): Promise<string[]> {
  const entries = unpackManifest(checkpoint.manifest);
  const streams = await store.readStreams([...new Set(entries.map(({ streamId }) => streamId))]);
  return entries.map(({ streamId, revision }) => streams.get(streamId)?.[revision]?.metadata.hash ?? GENESIS);
}

/** A scope in the header of an export. A single stream is `stream`, which the verifiers of every release read. */
const statedScope = (scope: Scope): object =>
  'streams' in scope && scope.streams.length === 1 ? { stream: scope.streams[0] } : scope;

async function* exportedLines(store: EventStore, scope: Scope): AsyncGenerator<object> {
  if ('log' in scope) {
    for await (const events of allPages(store)) yield* events.map(exported);
    return;
  }
  for (const streamId of scope.streams) yield* streamLines(store, streamId);
}

/** The events of a stream, the newest checkpoint over it, and the path of its last covered event to the root. */
async function* streamLines(store: EventStore, streamId: string): AsyncGenerator<object> {
  for await (const event of eventsOfStream(store, streamId)) yield exported(event);
  const covered = await lastCovered(store, streamId);
  if (!covered) return;
  const { checkpoint, index, revision } = covered;
  yield { checkpoint };
  const path = merklePath(await hashesCoveredBy(store, checkpoint), index);
  yield { inclusion: { streamId, revision, index, path } };
}

/**
 * NDJSON lines with line breaks: a header that names the signer, the events as stored (personal data encrypted), per
 * chosen stream the newest checkpoint with its Merkle path, documents, and a signature over all of it. The whole log
 * has its checkpoints among the events. `scripts/verify-export.mjs` verifies an export anywhere.
 */
export async function* exportProof(
  store: EventStore,
  signer: Signer,
  { scope, exportedAt, documents = [] }: ProofExport,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  let events = 0;
  const line = (value: object): string => {
    const text = `${JSON.stringify(value)}\n`;
    digest.update(text);
    return text;
  };
  yield line({
    proof: 'fynbos 1',
    scope: statedScope(scope),
    exportedAt: exportedAt.toISOString(),
    publicKey: signer.publicKey,
  });
  for await (const value of exportedLines(store, scope)) {
    if ('event' in value) events++;
    yield line(value);
  }
  for (const document of documents) yield line(documentLine(document));
  const sha256 = digest.digest('hex');
  yield `${JSON.stringify({ end: { events, sha256, signature: signer.sign(`fynbos export 1\n${events}\n${sha256}`) } })}\n`;
}
