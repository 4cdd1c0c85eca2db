import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../demo/data/random.ts';
import type { Caller } from './caller.ts';
import type { Ledger } from './ledger.ts';

/** Reads continuously and checks read-your-writes: a reader with a consistency token sees acknowledged writes. */
export class Reader {
  constructor(
    private readonly caller: Caller,
    private readonly ledger: Ledger,
    private readonly random: Random,
    private readonly apiKey: string,
    private readonly adminToken: string,
  ) {}

  async run(signal: AbortSignal, pauseMs: number): Promise<void> {
    while (!signal.aborted) {
      await (this.random.chance(0.7) ? this.ownWrite() : this.list());
      await sleep(pauseMs);
    }
  }

  private async ownWrite(): Promise<void> {
    const { recorded, sent, counts } = this.ledger;
    const latest = [...recorded].slice(-20);
    if (latest.length === 0) return;
    const [eventId, position] = this.random.pick(latest);
    const fact = sent.get(eventId);
    if (!fact || !position) return;
    const where = `integrations/reservations/${fact.reservationNo}`;
    const reply = await this.caller.ask(where, { token: this.apiKey, readAfter: position });
    if (!reply || reply.broken || reply.status === 503) return;
    counts.reads += 1;
    if (reply.headers.get('x-stale') === 'true') {
      counts.staleReads += 1;
      return;
    }
    if (reply.status !== 200 || !reply.text.includes(eventId))
      this.ledger.complain(`${eventId} at ${position} was not seen by who reads after it: ${reply.status}`);
  }

  private async list(): Promise<void> {
    const where = this.random.pick([
      'admin/rewards?range=[0,24]',
      'admin/travel-agents?range=[0,24]',
      'admin/reports/balances.csv',
      'travel-agency/promotions',
      'admin/audit-log?range=[0,24]',
      'admin/glance',
    ]);
    const reply = await this.caller.ask(where, { token: this.adminToken });
    // While Postgres is stopped, downloads of one person wait for each other (429).
    if (!reply || reply.broken || reply.status === 503 || reply.status === 429) return;
    this.ledger.counts.reads += 1;
    if (reply.status >= 400) this.ledger.complain(`${where}: ${reply.status} ${reply.text.slice(0, 200)}`);
  }
}
