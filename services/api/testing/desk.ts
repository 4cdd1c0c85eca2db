import { randomUUID } from 'node:crypto';
import { handle, load } from '@fynbos/application/handle.ts';
import { openProgramme } from '@fynbos/application/open-programme.ts';
import { decisionOf } from '@fynbos/application/payouts/testing/books.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import request from 'supertest';
import { expect } from 'vitest';
import { adminToken, newAgent, type SignedInAgent, signInAgain } from './people.ts';
import { ADMIN, ADMIN2, type RunningApp, type RunningOptions, runApp } from './running-app.ts';
import { until } from './until.ts';

const HOUR = 3_600_000;

const signIn = async (running: RunningApp): Promise<[string, string]> => [
  await adminToken(running, ADMIN),
  await adminToken(running, ADMIN2),
];

/** What is looked at of a payout run. */
export interface Run {
  readonly id: string;
  readonly status: string;
  readonly reference: string;
  readonly frozen: object;
  readonly files: readonly { readonly format: string }[];
  readonly paid: object;
  readonly failed: { readonly lines: number };
  readonly returned: { readonly lines: number };
  readonly reasons: readonly { readonly reason: string }[];
}

/** The desk of two people in finance, with an agent whose bank account is old enough to be paid. */
export class Desk {
  private constructor(
    readonly running: RunningApp,
    private tokens: readonly [string, string],
    readonly agent: SignedInAgent,
    readonly agentToken: string,
    /** Who was registered with the agent. */
    readonly others: readonly SignedInAgent[],
  ) {}

  /** The morning of 9 November 2026, and three days and an hour on. `others`: forms of more agents, by what differs in them. */
  static async open(
    others: readonly Readonly<Record<string, unknown>>[] = [],
    options: RunningOptions = {},
  ): Promise<Desk> {
    const running = await runApp(options);
    await openProgramme(running.services);
    running.clock.now = new Date('2026-11-09T08:00:00.000Z');
    const agent = await newAgent(running);
    const more: SignedInAgent[] = [];
    for (const form of others) more.push(await newAgent(running, form));
    running.pass(73 * HOUR);
    return new Desk(running, await signIn(running), agent, (await signInAgain(running, agent)).token, more);
  }

  /** Who asks. */
  get first(): string {
    return this.tokens[0];
  }

  /** Who approves. */
  get second(): string {
    return this.tokens[1];
  }

  /** Time goes by, longer than a session lasts: both sign in again. */
  async pass(ms: number): Promise<void> {
    this.running.pass(ms);
    this.tokens = await signIn(this.running);
  }

  close(): Promise<void> {
    return this.running.close();
  }

  get(path: string, token = this.first): request.Test {
    return request(this.running.app).get(`/api${path}`).auth(token, { type: 'bearer' });
  }

  post(path: string, body: object, token = this.first): request.Test {
    return request(this.running.app).post(`/api${path}`).auth(token, { type: 'bearer' }).send(body);
  }

  async accountOf(id: number) {
    return (await load(this.running.services.log, rewardsAccountDecider, accountStreamOf(id))).state;
  }

  /** Asks as the first person, sees that nobody approves their own, and approves as the second. */
  async withTwo(path: string, body: object): Promise<request.Response> {
    const asked = await this.post(path, body).expect(202);
    const approval = `/admin/approvals/${asked.body.approvalId}/approve`;
    await this.post(approval, { reason: 'seen' }).expect(403);
    const done = await this.post(approval, { reason: 'seen' }, this.second);
    expect(done.body).toMatchObject({ status: 'executed' });
    return done;
  }

  /** A reward of the agent's, of 200 Rand where nothing else is said. */
  async earn(id: number, reservationNo: string, today: string, grossCents = 200_00): Promise<void> {
    const { services, clock } = this.running;
    const context = { actor: { kind: 'system', id: 'test' } as const, now: clock.now, correlationId: 'test' };
    const decision = decisionOf(id, reservationNo, {
      grossCents,
      payeCents: grossCents / 4,
      nettCents: (grossCents * 3) / 4,
    });
    await handle(
      services.log,
      rewardsAccountDecider,
      accountStreamOf(id),
      { type: 'PostReward', agentId: id, decision, today },
      context,
    );
  }

  /** A run as the api shows it, once it fits. */
  runWith(id: string, fits: (run: Run) => boolean): Promise<Run> {
    return until(async () => {
      const { body } = await this.get(`/admin/payouts/${id}`);
      return fits(body) ? body : null;
    });
  }

  /** A payout run from its opening until its files are written; gives it with its id. */
  async exported(cutOff: string, payDate: string): Promise<Run> {
    this.running.pass(1000);
    const { id } = (await this.post('/admin/payouts', { cutOff, payDate }).expect(201)).body;
    await this.runWith(id, ({ status }) => status === 'frozen');
    await this.post(`/admin/payouts/${id}/approve`, {}, this.second).expect(200);
    return this.runWith(id, ({ status }) => status === 'exported');
  }

  /** What the bank answers as a CSV, and what became of those that it does not name. `on`: the day of it. */
  answer(
    runId: string,
    csv: string,
    { rest = 'open', on, answerId = randomUUID() }: { rest?: 'open' | 'paid'; on: string; answerId?: string },
  ): request.Test {
    return request(this.running.app)
      .post(`/api/admin/payouts/${runId}/answer?answerId=${answerId}&rest=${rest}&on=${on}`)
      .auth(this.first, { type: 'bearer' })
      .set('Content-Type', 'text/csv')
      .send(csv);
  }

  /** A payout run from its opening to the bank's answer that all were paid; gives its id. */
  async pay(cutOff: string, payDate: string): Promise<string> {
    const { id } = await this.exported(cutOff, payDate);
    await this.answer(id, 'reference,outcome,reason\n', { rest: 'paid', on: payDate }).expect(202);
    await this.runWith(id, ({ status }) => status === 'settled');
    return id;
  }
}
