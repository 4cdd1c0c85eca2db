import { setTimeout as sleep } from 'node:timers/promises';
import { southAfricanId } from '../demo/data/numbers.ts';
import type { Random } from '../demo/data/random.ts';
import type { Caller, Reply } from './caller.ts';
import type { Ledger } from './ledger.ts';
import type { ProgrammeLine } from './reference.ts';

const CODE_PATIENCE_MS = 20_000;

/**
 * Enquiries, registrations with codes, promotions, and agents migrated after their first rental events. Idempotent
 * calls are repeated until acknowledged; others are sent once.
 */
export class AgentSender {
  private count = 0;

  constructor(
    private readonly caller: Caller,
    private readonly ledger: Ledger,
    private readonly random: Random,
    private readonly adminToken: string,
    /** Lines of agents that are not migrated yet. */
    private readonly late: ProgrammeLine[],
  ) {}

  async run(signal: AbortSignal, pauseMs: number): Promise<void> {
    while (!signal.aborted) {
      const act = this.random.weighted([
        [() => this.ask(), 5],
        [() => this.resolve(), 2],
        [() => this.register(signal), 2],
        [() => this.promote(), 1],
        [() => this.takeOver(), 2],
      ] as const);
      await act();
      await sleep(pauseMs);
    }
  }

  /** Migrates the remaining agents; throws after the timeout. */
  async finish(limitMs: number): Promise<void> {
    for (const end = Date.now() + limitMs; this.late.length > 0; await sleep(50)) {
      if (Date.now() > end) throw new Error('an agent is never migrated');
      await this.takeOver();
    }
  }

  private async ask(): Promise<void> {
    const queryDetails = `Question ${++this.count}`;
    const body = { email: `visitor.${this.count}@agency.example`, typeOfQuery: 'other', queryDetails };
    const reply = await this.caller.ask('ContactUsSupport/contact-us', { method: 'POST', body });
    if (!isAnswered(reply) || reply.status === 503) this.ledger.unsureEnquiries.add(queryDetails);
    else if (this.expect(reply, 'a question', 201))
      this.ledger.enquiries.set(queryDetails, JSON.parse(reply.text).referenceNumber);
  }

  /** Resolves a listed enquiry; a repetition gets the same answer. */
  private async resolve(): Promise<void> {
    const reply = await this.caller.ask('admin/queries', { token: this.adminToken });
    if (!isAnswered(reply) || reply.status !== 200) return;
    const { enquiries, resolvedEnquiries } = this.ledger;
    const listed = JSON.parse(reply.text) as { id: number; referenceNumber: string }[];
    const mine = new Set(enquiries.values());
    const open = listed.filter((one) => mine.has(one.referenceNumber) && !resolvedEnquiries.has(one.referenceNumber));
    if (open.length === 0) return;
    const { id, referenceNumber } = this.random.pick(open);
    const answer = await this.caller.ask(`admin/update-status/${id}`, {
      method: 'PUT',
      token: this.adminToken,
      body: { status: 'Resolved' },
    });
    if (isAnswered(answer) && answer.status === 200) resolvedEnquiries.add(referenceNumber);
    else if (isAnswered(answer) && answer.status !== 503)
      this.ledger.complain(`resolving was answered ${answer.status} ${answer.text}`);
  }

  private async register(signal: AbortSignal): Promise<void> {
    const n = ++this.count;
    const emailAddress = `agent.${n}@agency.example`;
    // A unique bank account, because a shared one would hold both agents.
    const bankAccountNumber = `405${1_000_000 + n}`;
    const body = {
      ...FORM,
      bankAccountNumber,
      emailAddress,
      idNumber: southAfricanId(this.random),
      cellNumber: `2782${5_000_000 + n}`,
    };
    const reply = await this.onceOrTwice('travel-agency/register', body);
    const [good, ...more] = reply.filter((one) => isAnswered(one) && one.status === 201);
    if (more.length > 0) this.ledger.complain(`${emailAddress} was registered twice`);
    // Of two simultaneous registrations one is refused for its address.
    const wrong = reply
      .filter(isAnswered)
      .find(({ status }) => ![201, 503, ...(reply.length > 1 ? [409] : [])].includes(status));
    if (wrong) this.ledger.complain(`a registration was answered ${wrong.status} ${wrong.text.slice(0, 200)}`);
    if (!good) {
      this.ledger.unsureRegistrations.add(emailAddress);
      return;
    }
    const mine = { activated: false, unsure: false };
    this.ledger.registered.set(emailAddress, mine);
    const otp = await this.codeOf(emailAddress, signal);
    if (otp === null) return;
    const code = { email: emailAddress, phoneNumber: body.cellNumber, communicationMethod: 'E', otp };
    const verified = await this.caller.ask('travel-agency/verify-otp', { method: 'POST', body: code });
    if (!isAnswered(verified) || verified.status === 503) mine.unsure = true;
    else mine.activated = this.expect(verified, 'a code', 200);
  }

  /** Sends a form, sometimes twice at once. */
  private onceOrTwice(path: string, body: object): Promise<(Reply | null)[]> {
    const times = this.random.chance(0.3) ? 2 : 1;
    return Promise.all(Array.from({ length: times }, () => this.caller.ask(path, { method: 'POST', body })));
  }

  /** The code from the development inbox; null after a timeout. */
  private async codeOf(to: string, signal: AbortSignal): Promise<string | null> {
    for (const end = Date.now() + CODE_PATIENCE_MS; Date.now() < end && !signal.aborted; await sleep(250)) {
      const reply = await this.caller.ask(`../dev/inbox.json?to=${encodeURIComponent(to)}`);
      const code =
        isAnswered(reply) && reply.status === 200 ? /\b\d{6}\b/.exec(JSON.parse(reply.text)[0]?.text ?? '') : null;
      if (code) return code[0];
    }
    return null;
  }

  private async promote(): Promise<void> {
    const promoCode = `CHAOS${++this.count}`;
    const body = { promoCode, description: 'Chaos', promoRate: 0.2, startDate: '2026-01-01', endDate: '2027-01-01' };
    for (let sure = true; ; sure = false) {
      const reply = await this.caller.ask('admin/add-promotion', { method: 'POST', token: this.adminToken, body });
      if (!isAnswered(reply) || reply.status === 503) {
        await sleep(300);
        continue;
      }
      // The earlier attempt is undecided: it may succeed or release the value.
      if (reply.status === 409 && !sure && reply.text.includes('claim.contended')) {
        await sleep(300);
        continue;
      }
      // A repetition of a recorded request is answered as existing.
      if ((reply.status === 409 && !sure) || this.expect(reply, 'a promotion', 201, 200))
        this.ledger.promotions.add(promoCode);
      return;
    }
  }

  private async takeOver(): Promise<void> {
    const line = this.late[0];
    if (!line) return;
    const body = `${JSON.stringify(line)}\n`;
    const reply = await this.caller.ask('admin/import', { method: 'POST', token: this.adminToken, body });
    if (!isAnswered(reply) || reply.status === 503) return;
    const [first = '{}'] = reply.text.split('\n');
    const { result } = JSON.parse(first) as { result?: string };
    if (result === 'recorded' || result === 'duplicate') {
      this.ledger.programme.push(line);
      this.late.shift();
    } else if (result !== 'unavailable') this.ledger.complain(`taking over was answered ${reply.status} ${reply.text}`);
  }

  private expect({ status, text }: Reply, what: string, ...wanted: number[]): boolean {
    if (wanted.includes(status)) return true;
    this.ledger.complain(`${what} was answered ${status} ${text.slice(0, 200)}`);
    return false;
  }
}

const isAnswered = (reply: Reply | null): reply is Reply => reply !== null && !reply.broken;

const FORM = {
  title: 'Ms',
  initials: 'T',
  firstName: 'Thandi',
  surname: 'Nkosi',
  countryDialCode: '27',
  taxCountry: 'RSA',
  password: 'Fynbos1!',
  confirmPassword: 'Fynbos1!',
  taxNumber: '2251362634',
  agencyName: 'Karoo Travel',
  iataNumber: '7720101',
  physicalAddressLine1: '1 Long Street',
  physicalAddressLine2: 'Central',
  physicalAddressLine3: 'Cape Town',
  postalCode: '8001',
  telephoneNumber: '0118518081',
  bankName: 'Absa',
  bankAccountNumber: '4051234567',
  bankAccountHolderName: 'T Nkosi',
  branchCode: '632005',
  branchName: 'Universal',
  termsAndConditions: 'Y',
  employerConsent: 'Y',
  communicationMethod: 'E',
};
