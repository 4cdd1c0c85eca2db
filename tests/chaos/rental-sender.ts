import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../demo/data/random.ts';
import type { Caller, Reply } from './caller.ts';
import type { FactMaker, WireFact } from './facts.ts';
import type { Ledger } from './ledger.ts';

interface Item {
  readonly fact: WireFact;
  /** Other content under a known id. */
  readonly changed: boolean;
}

const RESEND_AFTER_MS = 400;

/** Singly, in arrays and as NDJSON, many twice, some in parallel; repeats unacknowledged facts. */
export class RentalSender {
  private readonly open = new Map<string, { fact: WireFact; at: number }>();
  private known: WireFact[] = [];

  constructor(
    private readonly caller: Caller,
    private readonly ledger: Ledger,
    private readonly maker: FactMaker,
    private readonly random: Random,
    private readonly apiKey: string,
  ) {}

  /** Sends until the signal, with `pauseMs` between calls. */
  async run(signal: AbortSignal, pauseMs: number): Promise<void> {
    while (!signal.aborted) {
      await this.send(this.batch());
      await sleep(pauseMs);
    }
  }

  /** Repeats unacknowledged facts until none are left; throws after a timeout. */
  async finish(limitMs: number): Promise<void> {
    for (const end = Date.now() + limitMs; this.open.size > 0; await sleep(50)) {
      if (Date.now() > end) throw new Error(`${this.open.size} rental events are never acknowledged`);
      await this.post([...this.open.values()].slice(0, 200).map(({ fact }) => ({ fact, changed: false })));
    }
  }

  private batch(): Item[] {
    const { random } = this;
    const now = Date.now();
    const facts = Array.from(
      {
        length: random.weighted([
          [1, 5],
          [4, 3],
          [25, 1],
        ] as const),
      },
      () => this.maker.next(),
    ).flat();
    for (const fact of facts) {
      this.ledger.sent.set(fact.eventId, fact);
      this.open.set(fact.eventId, { fact, at: now });
    }
    const waiting = [...this.open.values()].filter(({ at }) => now - at > RESEND_AFTER_MS).slice(0, 50);
    for (const one of waiting) one.at = now;
    const again = this.known.length > 0 ? Array.from({ length: random.int(0, 3) }, () => random.pick(this.known)) : [];
    const changed = again.filter(({ type }) => type === 'invoice' && random.chance(0.2));
    return random.shuffled([
      ...[...facts, ...waiting.map(({ fact }) => fact), ...again].map((fact) => ({ fact, changed: false })),
      ...changed.map((fact) => ({ fact: { ...fact, marketSector: 'Changed' }, changed: true })),
    ]);
  }

  /** Sends half of the batches twice, some in parallel. */
  private async send(items: readonly Item[]): Promise<void> {
    const { random } = this;
    if (random.chance(0.2)) {
      await Promise.all([this.post(items), this.post(items)]);
      return;
    }
    await this.post(items);
    if (random.chance(0.3)) await this.post(items);
  }

  private async post(items: readonly Item[]): Promise<void> {
    if (items.length === 0) return;
    if (items.length === 1 && this.random.chance(0.7)) return this.single(items[0] as Item);
    const facts = items.map(({ fact }) => fact);
    const body = this.random.chance(0.5) ? facts : facts.map((fact) => `${JSON.stringify(fact)}\n`).join('');
    const reply = await this.ask(body);
    if (!reply || reply.status === 503) return;
    if (reply.status !== 200 && reply.status !== 207) {
      this.ledger.complain(`a batch was answered ${reply.status} ${reply.text.slice(0, 200)}`);
      return;
    }
    for (const answer of answersIn(reply, typeof body === 'string')) {
      const item = items[answer.index];
      if (item && answer.result) this.note(item, answer.result, answer.position);
    }
  }

  private async single(item: Item): Promise<void> {
    const reply = await this.ask(item.fact);
    if (!reply || reply.broken) return;
    const result = { 201: 'recorded', 200: 'duplicate', 409: 'conflict', 503: 'unavailable' }[reply.status];
    if (result) this.note(item, result, reply.headers.get('x-position') ?? undefined);
    else this.ledger.complain(`an event was answered ${reply.status} ${reply.text.slice(0, 200)}`);
  }

  private ask(body: object | string): Promise<Reply | null> {
    return this.caller.ask('integrations/rental-events', { method: 'POST', token: this.apiKey, body });
  }

  private note({ fact, changed }: Item, result: string, position: string | undefined): void {
    this.ledger.answered(fact.eventId, result, position, changed);
    if (changed || !this.ledger.acknowledged.has(fact.eventId)) return;
    if (this.open.delete(fact.eventId)) this.known.push(fact);
    if (this.known.length > 5_000) this.known = this.known.slice(-2_500);
  }
}

interface ItemAnswer {
  readonly index: number;
  readonly result?: string;
  readonly position?: string;
}

/** Complete lines of an answer. */
function answersIn({ text, broken }: Reply, isLines: boolean): ItemAnswer[] {
  if (!isLines) return broken ? [] : JSON.parse(text);
  const lines = text.split('\n');
  // The rest after the last line end is empty or incomplete.
  lines.pop();
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}
