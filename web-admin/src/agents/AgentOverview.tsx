import { date, instant } from '../format/format.ts';
import { Facts } from '../record/Facts.tsx';
import { useAsOf } from '../shell/as-of.tsx';
import type { Agent } from './agent.ts';
import { FullNumbers } from './FullNumbers.tsx';

const yes = (value: boolean | string): string => (value === true || value === 'Y' ? 'Given' : 'Not given');

/** Who the agent is: person, agency, bank and consents, numbers hidden but for their endings. */
export function AgentOverview({ agent }: { agent: Agent }) {
  const asOf = useAsOf();
  const { bank } = agent;
  return (
    <>
      {agent.suspendedFor && <p className="status bad">Suspended: {agent.suspendedFor}</p>}
      <h2 className="section">Person</h2>
      <Facts
        facts={[
          [
            'Email Address',
            agent.emailAddressPending
              ? `${agent.emailAddress} (waits for a link: ${agent.emailAddressPending})`
              : agent.emailAddress,
          ],
          ['Cell Number', agent.cellNumber],
          [
            'ID Number or Passport',
            <span className="mono" key="id">
              {agent.idNumber}
            </span>,
          ],
          [
            'Income Tax Number',
            agent.taxNumberValid ? agent.taxNumber : `${agent.taxNumber ?? ''} (not valid: blocks the payout)`,
          ],
          ['Country', agent.taxCountry],
          [
            'Tracking number',
            <span className="mono" key="no">
              {agent.loyaltyTrackingNo ?? '—'}
            </span>,
          ],
          ['Active from', date(agent.activeFrom)],
          ['Last sign-in', instant(agent.lastSignInAt)],
        ]}
      />
      <h2 className="section">Agency</h2>
      <Facts
        facts={[
          ['Agency Name', agent.agencyName],
          ['IATA Number', agent.iataNumber],
          [
            'Address',
            [agent.physicalAddressLine1, agent.physicalAddressLine2, agent.physicalAddressLine3, agent.postalCode]
              .filter(Boolean)
              .join(', '),
          ],
          ['Telephone Number', agent.telephoneNumber],
        ]}
      />
      <h2 className="section">Bank</h2>
      <Facts
        facts={[
          ['Bank Name', bank?.bankName],
          [
            'Account',
            <span className="mono" key="account">
              {bank?.bankAccountNumber}
            </span>,
          ],
          ['Account Holder', bank?.bankAccountHolderName],
          ['Branch', bank?.branchCode ? `${bank.branchCode} ${bank.branchName}` : ''],
          ['Last change', instant(agent.bankChangedAt)],
        ]}
      />
      {!asOf && <FullNumbers id={agent.id} />}
      <h2 className="section">Consents</h2>
      <Facts
        facts={[
          ['Employer consent', yes(agent.employerConsent)],
          ['Terms and conditions', yes(agent.termsAccepted)],
          ['Marketing', yes(agent.marketingConsent)],
        ]}
      />
    </>
  );
}
