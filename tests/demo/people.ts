import { setTimeout as sleep } from 'node:timers/promises';
import { trackingNumberOf } from '@fynbos/domain/identity/numbers.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import { type Client, listed } from './client.ts';
import type { AgentForm, DemoAgent } from './data/agents.ts';
import type { Marker } from './marker.ts';

/** Password of the agents that visitors can sign in as. */
export const DEMO_PASSWORD = 'Fynbos-Demo-1!';

export const cellOf = ({ countryDialCode, cellNumber }: AgentForm): string => `${countryDialCode}${cellNumber}`;

interface InboxItem {
  readonly text: string;
}
interface Listed {
  readonly id: number;
  readonly loyaltyTrackingNo: string;
}

/** Sessions of administrators and agents, and the agents' ids. */
export class People {
  private readonly sessions = new Map<string, Promise<string>>();
  private readonly admins: Promise<string>[] = [];

  constructor(
    private readonly client: Client,
    private readonly config: Config,
    private readonly marker: Marker,
  ) {}

  /** Whether there is a second administrator for approvals. */
  get hasSecond(): boolean {
    return this.config.admins.length > 1;
  }

  /** The token of the first or second administrator. */
  admin(which: 0 | 1 = 0): Promise<string> {
    this.admins[which] ??= this.signInAdmin(which);
    return this.admins[which] as Promise<string>;
  }

  private async signInAdmin(which: 0 | 1): Promise<string> {
    const given = this.config.admins[which];
    if (!given) throw new Error('ADMIN_EMAIL and ADMIN_PASSWORD are needed for the demo data, or DEMO=0');
    const body = { emailAddress: given.email, password: given.password, communicationMethod: '' };
    const { token } = await this.client.call<{ token: string }>('POST', '/api/auth/login', { body });
    return token;
  }

  /** An agent's id, from the answer of the registration or from the list. */
  async idOf({ key, form }: DemoAgent): Promise<number> {
    const known = this.marker.note<number>(`agent ${key}`);
    if (known !== undefined) return known;
    const filter = encodeURIComponent(JSON.stringify({ q: form.emailAddress }));
    const token = await this.admin();
    const { id } = await listed(`agent ${key}`, async () => {
      const [found] = await this.client.call<Listed[]>('GET', `/api/admin/travel-agents?filter=${filter}`, { token });
      return found;
    });
    await this.marker.keep(`agent ${key}`, id);
    return id;
  }

  /** Whether a registered person has entered the code. */
  async isActive(agent: DemoAgent): Promise<boolean> {
    const path = `/api/admin/travel-agents/${await this.idOf(agent)}`;
    const { status } = await this.client.call<{ status: string }>('GET', path, { token: await this.admin() });
    return status === 'active';
  }

  /** An agent's tracking number: migrated, or derived from the id. */
  async trackingNoOf(agent: DemoAgent): Promise<string> {
    const { TRACKING_NUMBER_PREFIX } = this.config.programme;
    return agent.loyaltyTrackingNo ?? trackingNumberOf(await this.idOf(agent), TRACKING_NUMBER_PREFIX);
  }

  /** Codes sent to a person, newest first, from the development inbox. */
  async codes({ form }: DemoAgent): Promise<readonly string[]> {
    const to = form.communicationMethod === 'E' ? form.emailAddress : `+${cellOf(form)}`;
    const messages = await this.client.call<InboxItem[]>('GET', `/dev/inbox.json?to=${encodeURIComponent(to)}`);
    return messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
  }

  /** The newest code, once there are more than `before`. */
  async codeBeyond(before: readonly string[], agent: DemoAgent): Promise<string> {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(25)) {
      const codes = await this.codes(agent);
      if (codes.length > before.length) return codes[0] as string;
    }
    throw new Error('no code arrived in the development inbox');
  }

  /** Opens a person's session at `at` with password and code. */
  session(agent: DemoAgent, at: Date): Promise<string> {
    const known = this.sessions.get(agent.key) ?? this.signIn(agent, at);
    this.sessions.set(agent.key, known);
    return known;
  }

  private async signIn(agent: DemoAgent, at: Date): Promise<string> {
    const { emailAddress, communicationMethod } = agent.form;
    const before = await this.codes(agent);
    const body = { emailAddress, password: DEMO_PASSWORD, communicationMethod };
    await this.client.call('POST', '/api/auth/login', { at, body });
    const otp = await this.codeBeyond(before, agent);
    const code = { email: emailAddress, phoneNumber: cellOf(agent.form), communicationMethod, otp };
    const { token } = await this.client.call<{ token: string }>('POST', '/api/auth/verify-otp', { at, body: code });
    return token;
  }

  /** Ends all sessions. */
  async signOut(): Promise<void> {
    const open = [...this.sessions.values(), ...this.admins.filter(Boolean)];
    for (const session of open) await this.client.call('POST', '/api/auth/logout', { token: await session });
  }
}
