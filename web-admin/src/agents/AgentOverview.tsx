import type { FullNumbers } from '@fynbos/api/agents/answers.ts';
import { Fragment, useEffect, useState } from 'react';
import { useAction, useCommand } from '../api/use-command.ts';
import { useMay } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { ActionButton } from '../components/ActionButton.tsx';
import { fieldText } from '../components/field.ts';
import { Panel } from '../components/Panel.tsx';
import { Breakable, Facts, Mono } from '../components/texts.tsx';
import { date, instant, phone, words } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';
import type { Agent } from './agent.ts';

/** Time after which full numbers are masked again, in milliseconds. */
const REVEAL_MS = 60_000;

function useFullNumbers() {
  const [numbers, setNumbers] = useState<FullNumbers | null>(null);
  useEffect(() => {
    if (numbers === null) return;
    const timer = setTimeout(() => setNumbers(null), REVEAL_MS);
    return () => clearTimeout(timer);
  }, [numbers]);
  return [numbers, setNumbers] as const;
}

type ShowFull = (numbers: FullNumbers | null) => void;

/** Shows the full ID, tax and account numbers on request. Each view is recorded as an event of the agent. */
function ShowNumbers({ id, shown, onShow }: { id: number; shown: boolean; onShow: ShowFull }) {
  const { command } = useCommand();
  const may = useMay();
  const { act, isBusy } = useAction();
  if (!may('full-numbers:see')) return null;
  if (shown) {
    return (
      <span role="status">
        <T>Full numbers are shown for one minute.</T>{' '}
        <ActionButton label="Hide" onClick={() => onShow(null)} size="small" />
      </span>
    );
  }
  const show = () => act(async () => onShow(await command('POST', `travel-agents/${id}/numbers`)));
  return (
    <>
      <T>Viewing this is logged.</T>{' '}
      <ActionButton
        label="Show full ID, tax and account numbers"
        isBusy={isBusy}
        onClick={show}
        size="small"
        variant="outlined"
      />
    </>
  );
}

const yes = (value: boolean | string): Wording => [value === true || value === 'Y' ? 'Given' : 'Not given'];

/** Personal details with the full numbers on request. */
function PersonPanel({ agent, numbers, onShow }: { agent: Agent; numbers: FullNumbers | null; onShow: ShowFull }) {
  const asOf = useAsOf();
  const { emailAddress: email, emailAddressPending: pending } = agent;
  return (
    <Panel
      aside={!asOf && <ShowNumbers id={agent.id} onShow={onShow} shown={numbers !== null} />}
      title="Personal details"
    >
      <Facts
        facts={[
          [
            'Email Address',
            pending ? (
              ['%{email} (to be confirmed: %{pending})', { email, pending }]
            ) : (
              <Breakable key="email" text={email} />
            ),
          ],
          ['Cell Number', phone(agent.cellNumber)],
          ['ID Number or Passport', <Mono key="id" text={numbers?.idNumber || agent.idNumber} />],
          [
            'Income Tax Number',
            <Fragment key="tax">
              <Mono text={numbers?.taxNumber || agent.taxNumber} />{' '}
              {agent.taxNumberValid || <T>Invalid – payouts are blocked</T>}
            </Fragment>,
          ],
          ['Country', fieldText('taxCountry', agent.taxCountry)],
          ['Tracking number', agent.loyaltyTrackingNo && <Mono key="no" text={agent.loyaltyTrackingNo} />],
          ['Active from', date(agent.activeFrom)],
          ['Last sign-in', instant(agent.lastSignInAt)],
        ]}
      />
    </Panel>
  );
}

function BankPanel({ agent: { bank, bankChangedAt }, number }: { agent: Agent; number: string | null | undefined }) {
  return (
    <Panel title="Bank">
      <Facts
        facts={[
          ['Bank Name', bank?.bankName],
          ['Account', <Mono key="account" text={number || bank?.bankAccountNumber} />],
          ['Account Holder', bank?.bankAccountHolderName],
          ['Branch', bank?.branchCode ? `${bank.branchCode} ${bank.branchName}` : ''],
          ['Account Type', bank?.accountType ? [words(bank.accountType)] : ''],
          ['BIC', bank?.bic],
          ['Last change', instant(bankChangedAt)],
        ]}
      />
    </Panel>
  );
}

/** Read only. Numbers are masked except for their last digits. */
export function AgentOverview({ agent }: { agent: Agent }) {
  const [numbers, setNumbers] = useFullNumbers();
  return (
    <>
      {agent.suspendedFor && (
        <p className="status bad">
          <T values={{ suspendedFor: agent.suspendedFor }}>{'Suspended: %{suspendedFor}'}</T>
        </p>
      )}
      <div className="record-panels">
        <PersonPanel agent={agent} numbers={numbers} onShow={setNumbers} />
        <Panel title="Agency">
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
              ['Telephone Number', phone(agent.telephoneNumber)],
            ]}
          />
        </Panel>
        <BankPanel agent={agent} number={numbers?.bankAccountNumber} />
        <Panel title="Consent">
          <Facts
            facts={[
              ['Employer consent', yes(agent.employerConsent)],
              ['Terms and conditions', yes(agent.termsAndConditions)],
              ['Marketing', yes(agent.marketingConsent)],
            ]}
          />
        </Panel>
      </div>
    </>
  );
}
