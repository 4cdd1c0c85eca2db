import type { Actor, CommandContext, DomainEvent } from '@fynbos/domain/decider.ts';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import { open, seal } from '@fynbos/platform/crypto/sealing.ts';
import { chainHash, macOf } from './hash-chain.ts';
import type { EventMetadata, EventTexts, RecordedEvent, StoredEvent } from './port.ts';
import { type Schemas, upcast, writtenVersion } from './upcast.ts';

/** The last revision and hash of a stream: -1 and `GENESIS` if it has no event. */
export interface StreamHead {
  readonly streamId: string;
  readonly revision: number;
  readonly lastHash: string;
}

/** Events for one stream, with one context for all of them or one for each. */
export interface Change {
  readonly stream: StreamHead;
  readonly events: readonly DomainEvent[];
  readonly context: CommandContext | readonly CommandContext[];
}

/** An event as deciders and folds read it: newest version; `data.personal` decrypted if requested, otherwise null. */
export interface DecodedEvent<Event extends DomainEvent = DomainEvent> extends RecordedEvent {
  readonly type: Event['type'];
  readonly data: Event['data'];
}

export interface DecodeOptions {
  /** Decrypts `data.personal`. It is null if the subject was erased. */
  readonly personal?: boolean;
}

/** The stored events of a change, the JSON texts of their data and metadata, and the stream's head after them. */
export interface EncodedChange {
  readonly events: readonly StoredEvent[];
  readonly texts: readonly EventTexts[];
  readonly head: StreamHead;
}

type Keys = ReadonlyMap<string, Buffer>;
interface SealedData {
  readonly sealed?: string;
  readonly personal?: object | null;
}

/** Metadata before its hash and MAC are computed: empty here, absent in the JSON text. */
interface Unhashed {
  readonly metadata: Omit<EventMetadata, 'hash' | 'mac'> & { hash: string; mac: string };
  readonly text: string;
}
type MetadataMaker = (type: string, context: CommandContext, id: string) => Unhashed;

const contextOf = ({ context }: Change, index: number): CommandContext =>
  (Array.isArray(context) ? context[index] : context) as CommandContext;

/** Null for actors that are not persons of this product. */
const keySubjectOf = ({ kind, id }: Actor): string | null =>
  kind === 'agent' || kind === 'admin' ? `${kind}-${id}` : null;

/** The subjects that own the keys for the encrypted parts of an event. */
export const sealedUnder = ({ streamId, data, metadata }: RecordedEvent): string[] => {
  const actor = metadata.sealedFrom === undefined ? null : keySubjectOf(metadata.actor);
  return [...((data as SealedData).sealed === undefined ? [] : [streamId]), ...(actor === null ? [] : [actor])];
};

/** Domain events to stored ones and back: version, metadata, encryption, hash chain, MAC. */
export class Codec {
  constructor(
    private readonly keys: KeyRing,
    private readonly schemas: Schemas,
    private readonly newId: () => string,
  ) {}

  /** One round trip for all keys. `personal` of an erased subject is not stored but null. */
  async encode(changes: readonly Change[]): Promise<EncodedChange[]> {
    const keys = await this.keysFor(changes);
    const metadataOf = this.metadataMaker(keys);
    return changes.map((change) => this.encodeOne(change, keys, metadataOf));
  }

  /** Creates missing ones. Callers prefetch keys into memory by it. */
  async keysFor(changes: readonly Change[]): Promise<Keys> {
    const subjects = new Set<string>();
    for (const change of changes) {
      change.events.forEach((event, index) => {
        if ((event.data as SealedData).personal) subjects.add(change.stream.streamId);
        const { from, actor } = contextOf(change, index);
        const subject = keySubjectOf(actor);
        if (from !== undefined && subject !== null) subjects.add(subject);
      });
    }
    return subjects.size > 0 ? this.keys.keysFor([...subjects], { create: true }) : new Map();
  }

  private encodeOne(change: Change, keys: Keys, metadataOf: MetadataMaker): EncodedChange {
    const { streamId } = change.stream;
    let { revision, lastHash } = change.stream;
    const texts: EventTexts[] = [];
    const events = change.events.map(({ type, data: open }, index): StoredEvent => {
      const id = this.newId();
      const stored = sealPersonal(open, keys.get(streamId), id);
      const unhashed = metadataOf(type, contextOf(change, index), id);
      const data = JSON.stringify(stored);
      revision++;
      lastHash = chainHash(lastHash, { streamId, revision, id, type, data, metadata: unhashed.text });
      const mac = macOf(this.keys, lastHash);
      texts.push({ data, metadata: `${unhashed.text.slice(0, -1)},"hash":"${lastHash}","mac":"${mac}"}` });
      // Copying an object that already has the fields is ten times as fast as adding them.
      const metadata = { ...unhashed.metadata };
      metadata.hash = lastHash;
      metadata.mac = mac;
      return { id, type, data: stored, metadata };
    });
    return { events, texts, head: { streamId, revision, lastHash } };
  }

  /** Its JSON text too, made once for consecutive events of a batch that share it. */
  private metadataMaker(keys: Keys): MetadataMaker {
    let last: { context: CommandContext; v: number; made: Unhashed } | undefined;
    return (type, context, id) => {
      const v = writtenVersion(this.schemas, type);
      if (last?.context === context && last.v === v) return last.made;
      const metadata = metadataFor(v, context, keys, id);
      const made = { metadata: { ...metadata, hash: '', mac: '' }, text: JSON.stringify(metadata) };
      // An encrypted address is bound to the event's id, so it cannot be shared.
      if (metadata.sealedFrom === undefined) last = { context, v, made };
      return made;
    };
  }

  /**
   * Decodes one event at a time. `personal`: the keys are fetched in one round trip. Throws for an event that this
   * version cannot read, so that a caller can handle each separately.
   */
  async decoder(
    events: readonly RecordedEvent[],
    { personal = false }: DecodeOptions = {},
  ): Promise<(event: RecordedEvent) => DecodedEvent> {
    const subjects = personal
      ? events.filter((event) => (event.data as SealedData).sealed !== undefined).map((event) => event.streamId)
      : [];
    const keys: Keys =
      subjects.length > 0 ? await this.keys.keysFor([...new Set(subjects)], { create: false }) : new Map();
    return (event) => this.decodeOne(event, keys);
  }

  /** Decodes events in order. Throws an Error at one that this version cannot read. */
  async decode(events: readonly RecordedEvent[]): Promise<DecodedEvent[]> {
    return events.map(await this.decoder(events));
  }

  /** The network address that an event's command came from. Null if none was stored or the actor was erased. */
  async openFrom({ id, metadata }: RecordedEvent): Promise<string | null> {
    const subject = keySubjectOf(metadata.actor);
    if (metadata.sealedFrom === undefined || subject === null) return null;
    const key = (await this.keys.keysFor([subject], { create: false })).get(subject);
    return key ? open(key, metadata.sealedFrom, id) : null;
  }

  private decodeOne(event: RecordedEvent, keys: Keys): DecodedEvent {
    const opened = openPersonal(event.data, keys.get(event.streamId), event.id);
    const data = upcast(this.schemas, event.type, event.metadata.v, opened);
    if (data === event.data) return event;
    const { id, type, metadata, streamId, revision, position } = event;
    return { id, type, data, metadata, streamId, revision, position };
  }
}

function metadataFor(v: number, context: CommandContext, keys: Keys, id: string): Omit<EventMetadata, 'hash' | 'mac'> {
  const { actor, now, correlationId, causationId, reason, from, demo } = context;
  const key = from === undefined ? undefined : keys.get(keySubjectOf(actor) ?? '');
  return {
    v,
    recordedAt: now.toISOString(),
    actor: { kind: actor.kind, id: actor.id },
    correlationId,
    ...(causationId === undefined ? {} : { causationId }),
    ...(reason === undefined ? {} : { reason }),
    ...(key && from !== undefined ? { sealedFrom: seal(key, from, id) } : {}),
    ...(demo ? { demo } : {}),
  };
}

function sealPersonal(data: object, key: Buffer | undefined, id: string): object {
  const { personal } = data as SealedData;
  if (!personal) return data;
  return Object.assign(
    without('personal', data),
    key ? { sealed: seal(key, JSON.stringify(personal), id) } : { personal: null },
  );
}

function openPersonal(data: object, key: Buffer | undefined, id: string): object {
  const { sealed } = data as SealedData;
  if (sealed === undefined) return data;
  return Object.assign(without('sealed', data), { personal: key ? JSON.parse(open(key, sealed, id)) : null });
}

/** V8 allocates the result of `...rest` in the old generation (docs/decisions/0031). */
const without = (left: keyof SealedData, data: object): object =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== left));
