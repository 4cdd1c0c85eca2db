import { Refused } from '../client.ts';
import type { DemoAgent } from '../data/agents.ts';
import type { DemoReferral } from '../data/referrals.ts';
import type { Act, Step, Tools } from '../step.ts';
import { later, timeOf } from './times.ts';

async function refer({ client, people }: Tools, by: DemoAgent, { person }: DemoReferral, at: Date): Promise<void> {
  const token = await people.session(by, later(at, -4));
  const body = {
    FirstName: person.firstName,
    Surname: person.surname,
    EmailAddress: person.emailAddress,
    ContactNumber: `${person.countryDialCode}${person.contactNumber}`,
    countryDialCode: person.countryDialCode,
    IATANumber: person.iATANumber,
    AgencyName: person.agencyName,
    ReferredByAgentId: await people.idOf(by),
  };
  try {
    await client.call('POST', '/api/Referral/refer-agent', { at, token, body });
  } catch (error) {
    // Already invited by an interrupted load.
    if (!(error instanceof Refused && error.status === 409)) throw error;
  }
}

/** Referrals: completed, registered and invited. */
export const referrals: Step = ({ agents, referrals: all }) =>
  all.map((referral, index): Act => {
    const by = agents.find(({ key }) => key === referral.by) as DemoAgent;
    const at = timeOf(referral.on, 11, index * 307);
    const about = [by.key, referral.becomes ?? referral.key];
    return { key: `refer ${referral.key}`, at, about, perform: (tools) => refer(tools, by, referral, at) };
  });
