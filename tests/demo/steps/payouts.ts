import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { paymentOfRow } from '@fynbos/domain/bank-files/csv.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { Refused } from '../client.ts';
import type { DemoPayout } from '../data/payouts.ts';
import type { Act, Step, Tools } from '../step.ts';
import { later, timeOf } from './times.ts';

interface Run {
  readonly id: string;
  readonly status: string;
  readonly payDate: string;
  readonly proposedAt: string;
  readonly frozen: { readonly lines: number; readonly nettCents: number };
  readonly progress: object | null;
}

const PATIENCE_MS = 60_000;
const EVERY_MS = 40;

/** Id of a bank response, which makes it idempotent. */
function answerIdOf(key: string): string {
  const hex = createHash('sha256').update(`demo answer ${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Waits until the run matches. */
async function runWhen({ client, people }: Tools, id: string, fits: (run: Run) => boolean): Promise<Run> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(EVERY_MS)) {
    const token = await people.admin();
    const run = await client.call<Run>('GET', `/api/admin/payouts/${id}`, { token }).catch((error: unknown) => {
      // The read model may not have it yet.
      if (error instanceof Refused && error.status === 404) return null;
      throw error;
    });
    if (run && fits(run)) return run;
  }
  throw new Error('a payout run of the demo does not continue');
}

/** Proposes a run, or finds the one of an interrupted load. */
async function propose(tools: Tools, plan: DemoPayout, at: Date): Promise<string> {
  const { client, people, marker } = tools;
  const known = marker.note<string>(`payout ${plan.key}`);
  if (known !== undefined) return known;
  const token = await people.admin(0);
  const all = await client.call<Run[]>('GET', '/api/admin/payouts', { token });
  const there = all.find(({ proposedAt }) => Date.parse(proposedAt) === at.getTime());
  const { cutOff, payDate, batch } = plan;
  const body = { cutOff, payDate, batch };
  const { id } = there ?? (await client.call<{ id: string }>('POST', '/api/admin/payouts', { at, token, body }));
  await marker.keep(`payout ${plan.key}`, id);
  return id;
}

/** Proposes a run and, unless it waits or is empty, approves it and waits for the files. */
async function make(tools: Tools, plan: DemoPayout, at: Date): Promise<void> {
  const { client, people } = tools;
  // Includes all earlier uploads.
  await client.caughtUp();
  const id = await propose(tools, plan, at);
  const run = await runWhen(tools, id, ({ status }) => status !== 'freezing');
  const isEmpty = run.frozen.lines === 0;
  if (plan.fate === 'cancelled' || (isEmpty && plan.fate !== 'waiting')) {
    const reason = isEmpty ? 'No agent is to be paid.' : 'Proposed too early: the month’s last invoices are missing.';
    const sent = { at: later(at, 50), token: await people.admin(0), body: { reason } };
    if (run.status === 'frozen') await client.call('POST', `/api/admin/payouts/${id}/cancel`, sent);
    await runWhen(tools, id, ({ status }) => status === 'cancelled');
  } else if (plan.fate !== 'waiting') {
    const body = { statedNettCents: run.frozen.nettCents };
    const sent = { at: later(at, 95), token: await people.admin(1), body };
    if (run.status === 'frozen') await client.call('POST', `/api/admin/payouts/${id}/approve`, sent);
    await runWhen(tools, id, ({ status }) => status === 'exported' || status === 'settled');
  }
}

/** References of a run's lines in the order of the payment file. */
async function referencesOf({ client, people }: Tools, id: string): Promise<string[]> {
  const text = await client.call<string>('GET', `/api/admin/payouts/${id}/files/csv`, { token: await people.admin() });
  const payments = text.split('\r\n').flatMap((row) => paymentOfRow(row) ?? []);
  return payments.map(({ reference }) => reference.slice(reference.lastIndexOf(' ') + 1));
}

async function answer(
  tools: Tools,
  plan: DemoPayout,
  at: Date,
  response: { key: string; rest: 'paid' | 'open'; lines: (references: readonly string[]) => readonly string[] },
): Promise<void> {
  const { client, people, marker } = tools;
  const id = marker.note<string>(`payout ${plan.key}`);
  if (id === undefined) throw new Error('a payout run of the demo was not proposed');
  const token = await people.admin();
  if ((await runWhen(tools, id, () => true)).status === 'cancelled') return;
  const lines = response.lines(await referencesOf(tools, id));
  const on = dayOf(at);
  const query = new URLSearchParams({ answerId: answerIdOf(response.key), rest: response.rest, on });
  const body = `${['reference,outcome,reason', ...lines].join('\r\n')}\r\n`;
  await client.call('POST', `/api/admin/payouts/${id}/answer?${query}`, { at, token, body, type: 'text/csv' });
  await runWhen(tools, id, ({ status, progress }) => status === 'settled' && progress === null);
}

/** Payout runs of the year, never in parallel with uploads. */
export const payouts: Step = ({ payouts: plans }) =>
  plans.flatMap((plan, index): Act[] => {
    const at = timeOf(plan.proposedOn, 9, index * 311);
    const about = ['books'];
    const acts: Act[] = [
      {
        key: `payout ${plan.key}`,
        at,
        about,
        perform: async (tools) => {
          if (tools.people.hasSecond) await make(tools, plan, at);
        },
      },
    ];
    if (!plan.answer) return acts;
    const { on, failed, returnedOn } = plan.answer;
    const answered = timeOf(on, 8, index * 173);
    const key = `answer ${plan.key}`;
    const lines = (references: readonly string[]) =>
      references.slice(references.length - failed).map((one) => `${one},failed,Account closed`);
    acts.push({
      key,
      at: answered,
      about,
      perform: async (tools) => {
        if (tools.people.hasSecond) await answer(tools, plan, answered, { key, rest: 'paid', lines });
      },
    });
    if (returnedOn === null) return acts;
    const back = timeOf(returnedOn, 8, index * 97);
    // Not the first lines: a returned payment is a hold, and visitors sign in as the first agents.
    const returned = (references: readonly string[]) => [`${references.at(-failed - 1)},returned,No such account`];
    acts.push({
      key: `return ${plan.key}`,
      at: back,
      about,
      perform: async (tools) => {
        if (tools.people.hasSecond)
          await answer(tools, plan, back, { key: `return ${plan.key}`, rest: 'open', lines: returned });
      },
    });
    return acts;
  });
