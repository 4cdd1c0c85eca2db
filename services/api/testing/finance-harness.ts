import { randomUUID } from 'node:crypto';
import { handle, load } from '@fynbos/application/handle.ts';
import { decisionOf } from '@fynbos/application/payouts/testing/payout-harness.ts';
import { openProgramme } from '@fynbos/application/reward-policy/current-policy.ts';
import { dayOf, HOUR_MS } from '@fynbos/domain/calendar.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import request from 'supertest';
import { expect } from 'vitest';
import { adminToken, newAgent, type SignedInAgent, signInAgain } from './people.ts';
import { ADMIN, ADMIN2, type RunningApp, type RunningOptions, runApp } from './running-app.ts';
import { until } from './until.ts';

const signIn = async (running: RunningApp): Promise<[string, string]> => [
  await adminToken(running, ADMIN),
  await adminToken(running, ADMIN2),
];

/** The checked parts of a payout run. */
export interface Run {
  readonly id: string;
  readonly status: string;
  readonly reference: string;
  readonly frozen: object;
  readonly files: readonly { readonly format: string }[];
  readonly paid: { readonly lines: number };
  readonly failed: { readonly lines: number };
  readonly returned: { readonly lines: number };
  readonly reasons: readonly { readonly reason: string }[];
  readonly contradictions: readonly object[];
  readonly approvals: readonly object[];
}

/** Two finance administrators, and an agent with a bank account that is old enough to be paid. */
export class FinanceHarness {
  private constructor(
    readonly running: RunningApp,
    private tokens: readonly [string, string],
    readonly agent: SignedInAgent,
    readonly agentToken: string,
    /** The agents registered in addition to the main one. */
    readonly others: readonly SignedInAgent[],
  ) {}

  /** On the morning of 9 November 2026, then three days and an hour later. `others`: changes to the default form. */
  static async open(
    others: readonly Readonly<Record<string, unknown>>[] = [],
    options: RunningOptions = {},
  ): Promise<FinanceHarness> {
    const running = await runApp(options);
    await openProgramme(running.services);
    running.clock.now = new Date('2026-11-09T08:00:00.000Z');
    const agent = await newAgent(running);
    const more: SignedInAgent[] = [];
    for (const form of others) more.push(await newAgent(running, form));
    running.pass(73 * HOUR_MS);
    return new FinanceHarness(running, await signIn(running), agent, (await signInAgain(running, agent)).token, more);
  }

  /** Token of the requester. */
  get first(): string {
    return this.tokens[0];
  }

  /** Token of the approver. */
  get second(): string {
    return this.tokens[1];
  }

  /** Moves the clock by more than a session lasts; both sign in again. */
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

  /** Requested by the first person, who cannot approve it, and approved by the second. */
  async withTwo(path: string, body: object): Promise<request.Response> {
    const asked = await this.post(path, body).expect(202);
    const approval = `/admin/approvals/${asked.body.approvalId}`;
    await this.post(`${approval}/approve`, { reason: 'seen' }).expect(403);
    return this.approve(approval);
  }

  /** Approves a request, by its path, as the second person. */
  async approve(approval: string): Promise<request.Response> {
    const done = await this.post(`${approval}/approve`, { reason: 'seen' }, this.second);
    expect(done.body).toMatchObject({ status: 'executed' });
    return done;
  }

  /** Adds a reward to the agent, 200 Rand by default. */
  async earn(id: number, reservationNo: string, today: string, grossCents = 200_00): Promise<void> {
    const now = new Date(`${today}T08:00:00.000Z`);
    const context = { actor: { kind: 'system', id: 'test' } as const, now, correlationId: 'test' };
    const decision = decisionOf(id, reservationNo, {
      grossCents,
      payeCents: grossCents / 4,
      nettCents: (grossCents * 3) / 4,
    });
    const command = { type: 'PostReward', agentId: id, decision } as const;
    await handle(this.running.services.log, {
      decider: rewardsAccountDecider,
      streamId: accountStreamOf(id),
      command,
      context,
    });
  }

  /** Returns a run as the API shows it, once it matches and the other read models of its pages are as far. */
  async runWith(id: string, fits: (run: Run) => boolean): Promise<Run> {
    const run = await until(async () => {
      const { body } = await this.get(`/admin/payouts/${id}`);
      return fits(body) ? body : null;
    });
    await this.running.folded('payout-lines', 'agents', 'holds');
    return run;
  }

  /** Takes a payout run from its proposal until its files are written. Returns it with its id. */
  async exported(cutOff: string, payDate: string): Promise<Run> {
    this.running.pass(1000);
    const { id } = (await this.post('/admin/payouts', { cutOff, payDate }).expect(201)).body;
    await this.runWith(id, ({ status }) => status === 'frozen');
    await this.post(`/admin/payouts/${id}/approve`, {}, this.second).expect(200);
    return this.runWith(id, ({ status }) => status === 'exported');
  }

  /** Returns the recorded downloads of files with full numbers, in order. */
  async filesTaken(): Promise<readonly { file: string; of: string }[]> {
    const filter = { types: ['FileOfNumbersTaken'] };
    const { events } = await this.running.store.readAll({ filter, limit: 1_000 });
    return events.map(({ data }) => {
      const { file, of } = data as { file: string; of: string };
      return { file, of };
    });
  }

  /** Sends a bank response as CSV. `rest`: the result of the lines that it does not name. `on`: its day. */
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

  /** Takes a payout run from its proposal to a bank response that all lines were paid today. Returns its id. */
  async pay(cutOff: string, payDate: string): Promise<string> {
    const { id } = await this.exported(cutOff, payDate);
    const on = dayOf(this.running.clock.now);
    await this.answer(id, 'reference,outcome,reason\n', { rest: 'paid', on }).expect(202);
    await this.runWith(id, ({ status }) => status === 'settled');
    return id;
  }
}
