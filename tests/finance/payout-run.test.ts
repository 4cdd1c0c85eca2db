import { randomUUID } from 'node:crypto';
import { businessDayFrom } from '@fynbos/domain/business-days/business-days.ts';
import { addDays, dayOf, taxYearOf } from '@fynbos/domain/calendar.ts';
import { timesRate } from '@fynbos/domain/money.ts';
import { readSarsFile } from '@fynbos/domain/tax/sars-file.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../services/api/testing/until.ts';
import { type Portal, withPortal } from '../environment/portal.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { caughtUp } from '../support/wait-for-subscriptions.ts';
import { invoiceLines, owedTo, programmeLines, trackingNoOf } from './programme.ts';

const AGENTS = 1100;
const EVERYBODY = Array.from({ length: AGENTS }, (_, index) => index + 1);
const SECOND = { emailAddress: 'second@fynbosrewards.example', password: 'Second-Pass-1!' };
const PATIENCE_MS = 300_000;
const LONG = 1_200_000;
const ndjson = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join('\n');

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

interface Totals {
  readonly lines: number;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
}
interface Run {
  readonly status: string;
  readonly frozen: Totals;
  readonly sent: Totals;
  readonly paid: Totals;
  readonly failed: Totals;
  readonly returned: Totals;
  readonly openLines: number;
}

/** The processes with two finance admins. */
class Finance {
  constructor(
    readonly portal: Portal,
    private readonly server: pg.Pool,
    private readonly second: string,
  ) {}

  static async open(portal: Portal, server: pg.Pool): Promise<Finance> {
    const body = JSON.stringify({ ...SECOND, communicationMethod: '' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${portal.url}/api/auth/login`, { method: 'POST', headers, body });
    return new Finance(portal, server, ((await response.json()) as { token: string }).token);
  }

  async approve(path: string, body: object): Promise<void> {
    const response = await fetch(`${this.portal.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.second}` },
      body: JSON.stringify(body),
    });
    // On a busy machine a change is carried out after the answer, which is then 202.
    expect(response.ok, await response.text()).toBe(true);
  }

  async text(path: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.portal.token}` };
    return (await fetch(`${this.portal.url}/api/${path}`, { headers })).text();
  }

  /** Waits until the run matches, and returns it. */
  reaches(id: string, fits: (run: Run) => boolean): Promise<Run> {
    return until(async () => {
      const run = await this.portal.call<Run>('GET', `admin/payouts/${id}`).catch(() => null);
      return run && fits(run) ? run : null;
    }, PATIENCE_MS);
  }

  /** Enters the bank's response as CSV. Agents without a line were paid (`rest`), or stay as they are. */
  async answer(id: string, rest: 'paid' | 'open', lines: readonly string[]): Promise<void> {
    const query = new URLSearchParams({ answerId: randomUUID(), rest, on: dayOf(new Date()) });
    const response = await fetch(`${this.portal.url}/api/admin/payouts/${id}/answer?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${this.portal.token}` },
      body: ['reference,outcome,reason', ...lines, ''].join('\n'),
    });
    expect(response.status, await response.text()).toBe(202);
  }

  /** Events of a type. */
  async count(type: string): Promise<number> {
    const counted = 'select count(*)::int as n from eventstore.events where type = $1';
    const { rows } = await this.server.query<{ n: number }>(counted, [type]);
    return rows[0]?.n ?? 0;
  }

  /** Kills the reactors in the middle of a step: until then the database refuses every chunk after the first. */
  async killWithin<Begun>(chunk: string, begin: () => Promise<Begun>): Promise<Begun> {
    await this.server.query(`
      create or replace function eventstore.one_chunk() returns trigger language plpgsql as $$ begin
        if exists (select from eventstore.events where type = new.type) then
          raise exception 'too many connections' using errcode = '53300';
        end if;
        return new;
      end $$;
      create trigger one_chunk before insert on eventstore.events for each row
        when (new.type = '${chunk}') execute function eventstore.one_chunk()`);
    const begun = await begin();
    await until(async () => (await this.count(chunk)) === 1, PATIENCE_MS);
    await this.portal.kill('reactors');
    await this.server.query('drop trigger one_chunk on eventstore.events');
    await this.portal.restart('reactors');
    return begun;
  }
}

const sumOf = (people: readonly number[]): Totals => {
  const owed = people.map(owedTo);
  const sum = (field: 'gross' | 'paye' | 'nett') => owed.reduce((total, each) => total + each[field], 0);
  return { lines: people.length, grossCents: sum('gross'), payeCents: sum('paye'), nettCents: sum('nett') };
};

it(
  'a run by two people is settled, killed reactors pay no one twice, and certificates add up',
  async () => {
    const settings = { ADMIN2_EMAIL: SECOND.emailAddress, ADMIN2_PASSWORD: SECOND.password };
    await withPortal(
      database.url,
      ['api', 'workers', 'reactors'],
      async (portal) => {
        const finance = await Finance.open(portal, database.admin());
        await portal.call('POST', 'admin/import', ndjson(programmeLines(AGENTS)));
        const sent = await fetch(`${portal.url}/api/integrations/rental-events`, {
          method: 'POST',
          headers: { authorization: `Bearer ${portal.apiKey}`, 'content-type': 'application/x-ndjson' },
          body: ndjson(invoiceLines(AGENTS)),
        });
        const { summary } = JSON.parse((await sent.text()).trimEnd().split('\n').at(-1) ?? '{}');
        expect(summary.recorded).toBe(invoiceLines(AGENTS).length);
        await until(async () => (await finance.count('RewardPosted')) === summary.recorded, PATIENCE_MS);
        await caughtUp(portal.url);

        const payDate = businessDayFrom(addDays(dayOf(new Date()), 1), new Map());
        const cutOff = dayOf(new Date());
        const { id } = await finance.killWithin('PayoutLinesFrozen', () =>
          portal.call<{ id: string }>('POST', 'admin/payouts', { cutOff, payDate }),
        );
        const frozen = await finance.reaches(id, ({ status }) => status === 'frozen');
        expect(frozen.frozen).toEqual(sumOf(EVERYBODY));
        await expect(portal.call('POST', `admin/payouts/${id}/approve`, {})).rejects.toThrow(
          'another administrator must approve',
        );

        await finance.killWithin('PayoutLinesChecked', () =>
          finance.approve(`admin/payouts/${id}/approve`, { statedNettCents: frozen.frozen.nettCents }),
        );
        const exported = await finance.reaches(id, ({ status }) => status === 'exported');
        expect(exported.sent).toEqual(sumOf(EVERYBODY));
        for (const format of ['csv', 'binsol', 'acb']) {
          const check = await portal.call<object>('GET', `admin/payouts/${id}/files/${format}/check`);
          expect(check).toMatchObject({ errors: [], lines: AGENTS, cents: sumOf(EVERYBODY).nettCents });
        }

        const failed = [3, 700, 1099];
        const refused = failed.map((n) => `${trackingNoOf(n)},failed,Account closed`);
        await finance.killWithin('PayoutLinesSettled', () => finance.answer(id, 'paid', refused));
        await finance.reaches(id, ({ status }) => status === 'settled');
        await finance.answer(id, 'open', [`${trackingNoOf(42)},returned,No such account`]);
        const settled = await finance.reaches(id, ({ returned }) => returned.lines === 1);
        await caughtUp(portal.url);

        const unpaid = [...failed, 42];
        const paid = EVERYBODY.filter((n) => !unpaid.includes(n));
        expect(settled).toMatchObject({
          paid: sumOf(paid),
          failed: sumOf(failed),
          returned: sumOf([42]),
          openLines: 0,
        });
        // One entry of each kind per account, despite the interrupted steps.
        expect(await finance.count('PayoutReserved')).toBe(AGENTS);
        expect(await finance.count('PayoutPaid')).toBe(AGENTS - failed.length);
        expect(await finance.count('PayoutFailed')).toBe(failed.length);
        expect(await finance.count('PayoutReturned')).toBe(1);

        const balances = (await finance.text('admin/reports/balances.csv')).trimEnd().split('\n').slice(1);
        const rand = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(balances).toEqual(
          EVERYBODY.map((n) => {
            const nett = rand(owedTo(n).nett);
            const own = unpaid.includes(n) ? `${nett},0.00,0.00,0.00,${nett}` : `0.00,0.00,${nett},0.00,0.00`;
            return `${trackingNoOf(n)},${own}`;
          }),
        );

        // The day of the bank's response counts, not the pay date.
        const taxYear = taxYearOf(dayOf(new Date()));
        const { approvalId } = await portal.call<{ approvalId: string }>(
          'POST',
          `admin/tax-years/${taxYear}/certificates`,
          { reason: 'Year end' },
        );
        await finance.approve(`admin/approvals/${approvalId}/approve`, { reason: 'seen' });
        await until(async () => (await finance.count('CertificateIssued')) >= paid.length, PATIENCE_MS);
        await caughtUp(portal.url);
        const { records, errors } = readSarsFile(await finance.text(`admin/tax-years/${taxYear}/sars.csv`));
        expect(errors).toEqual([]);
        const certified = new Map(records.filter((one) => one.has('3010')).map((one) => [one.get('3160'), one]));
        expect(certified.size).toBe(paid.length);
        for (const n of paid) {
          const { gross, paye } = owedTo(n);
          const [income, tax] = [String(Math.floor(gross / 100)), rand(paye)];
          expect(Object.fromEntries(certified.get(trackingNoOf(n)) ?? [])).toMatchObject({
            '3015': 'IRP5',
            '3025': String(taxYear),
            '3606': income,
            '3699': income,
            '4102': tax,
            // PAYE and the skills development levy of 1 %.
            '4149': rand(paye + timesRate(gross, 0.01)),
          });
        }
        const year = await portal.call<{ reconciliation: { differences: number; totals: object } }>(
          'GET',
          `admin/tax-years/${taxYear}`,
        );
        const { grossCents, payeCents } = sumOf(paid);
        expect(year.reconciliation).toMatchObject({
          differences: 0,
          totals: { monthsGross: grossCents, certificatesGross: grossCents, linesPaye: payeCents, paidPaye: payeCents },
        });
      },
      settings,
    );
  },
  LONG,
);
