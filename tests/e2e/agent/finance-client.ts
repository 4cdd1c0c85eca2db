import { businessDayFrom } from '@fynbos/domain/business-days/business-days.ts';
import { dayOf, taxYearOf } from '@fynbos/domain/calendar.ts';
import { INITIAL_TERMS } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { caughtUp } from '../../support/wait-for-subscriptions.ts';
import type { PortalFixture } from './fixture.ts';
import { post } from './people.ts';
import { waitUntil } from './visit.ts';

const SECOND = { emailAddress: 'second@fynbosrewards.example', password: 'Second-Pass-1!' };
/** Settings of a fixture with two admins. */
export const TWO_ADMINS = { ADMIN2_EMAIL: SECOND.emailAddress, ADMIN2_PASSWORD: SECOND.password };

/** Two finance admins who pay out and certify through the API. */
export class FinanceClient {
  private constructor(
    private readonly fixture: PortalFixture,
    private readonly second: string,
  ) {}

  static async open(fixture: PortalFixture): Promise<FinanceClient> {
    const login = { ...SECOND, communicationMethod: '' };
    const { token } = await post<{ token: string }>(fixture.url, 'auth/login', login);
    const finance = new FinanceClient(fixture, token);
    // A new bank account could only be paid after three days.
    const terms = { ...INITIAL_TERMS, coolingHours: 0 };
    await finance.withTwo('admin/reward-policy', { effectiveFrom: dayOf(new Date()), terms, reason: 'No waiting' });
    return finance;
  }

  /** Proposes a run for all agents and approves it; returns its id when its file is ready for the bank. */
  async send(): Promise<string> {
    const today = dayOf(new Date());
    const payDate = businessDayFrom(today, new Map());
    const { id } = await this.fixture.portal.call<{ id: string }>('POST', 'admin/payouts', { cutOff: today, payDate });
    await this.reaches(id, 'frozen');
    await post(this.fixture.url, `admin/payouts/${id}/approve`, {}, this.second);
    await this.reaches(id, 'exported');
    return id;
  }

  /** Enters today's bank response: lines of `reference,outcome,reason`; all others were paid. */
  async answer(id: string, answerId: string, lines: readonly string[] = []): Promise<void> {
    const query = new URLSearchParams({ answerId, rest: 'paid', on: dayOf(new Date()) });
    const response = await fetch(`${this.fixture.url}/api/admin/payouts/${id}/answer?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${this.fixture.portal.token}` },
      body: ['reference,outcome,reason', ...lines, ''].join('\n'),
    });
    if (!response.ok) throw new Error(`answer: ${response.status} ${await response.text()}`);
    await this.reaches(id, 'settled');
  }

  /** Issues the certificates of the current tax year. */
  async certify(): Promise<void> {
    const year = taxYearOf(dayOf(new Date()));
    await this.withTwo(`admin/tax-years/${year}/certificates`, { reason: 'Year end' });
    await caughtUp(this.fixture.url);
  }

  private async withTwo(path: string, body: object): Promise<void> {
    const { approvalId } = await this.fixture.portal.call<{ approvalId: string }>('POST', path, body);
    await post(this.fixture.url, `admin/approvals/${approvalId}/approve`, { reason: 'seen' }, this.second);
    // On a busy machine the change is carried out after the answer.
    const { portal } = this.fixture;
    const request = () => portal.call<{ status: string }>('GET', `admin/approvals/${approvalId}`);
    await waitUntil(async () => (await request()).status, 'executed');
  }

  /** Waits until the list shows the run with this status. */
  private reaches(id: string, status: string): Promise<void> {
    return waitUntil(async () => {
      const runs = await this.fixture.portal.call<{ id: string; status: string }[]>('GET', 'admin/payouts');
      return runs.find((run) => run.id === id)?.status;
    }, status);
  }
}
