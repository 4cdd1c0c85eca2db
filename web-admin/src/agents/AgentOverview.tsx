import { fieldText } from '../format/field.ts';
import { date, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Wording } from '../i18n/wording.ts';
import { Facts } from '../record/Facts.tsx';
import { useAsOf } from '../shell/as-of.tsx';
import type { Agent } from './agent.ts';
import { FullNumbers } from './FullNumbers.tsx';

const yes = (value: boolean | string): Wording => [value === true || value === 'Y' ? 'Given' : 'Not given'];

/**
 * Read-only summary of an agent: person, agency, bank and consents. Numbers are masked except for their last digits.
 */
export function AgentOverview({ agent }: { agent: Agent }) {
  const asOf = useAsOf();
  const { bank } = agent;
  return (
    <>
      {agent.suspendedFor && (
        <p className="status bad">
          <T values={{ suspendedFor: agent.suspendedFor }}>{'Suspended: %{suspendedFor}'}</T>
        </p>
      )}
      <h2 className="section">
        <T>Personal details</T>
      </h2>
      <Facts
        facts={[
          [
            'Email Address',
            agent.emailAddressPending
              ? [
                  '%{email} (to be confirmed: %{pending})',
                  { email: agent.emailAddress, pending: agent.emailAddressPending },
                ]
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
            agent.taxNumberValid
              ? agent.taxNumber
              : ['%{number} Invalid – payouts are blocked', { number: agent.taxNumber ?? '' }],
          ],
          ['Country', fieldText('taxCountry', agent.taxCountry)],
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
      <h2 className="section">
        <T>Agency</T>
      </h2>
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
      <h2 className="section">
        <T>Bank</T>
      </h2>
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
      <h2 className="section">
        <T>Consent</T>
      </h2>
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
