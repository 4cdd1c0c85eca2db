import type { ErasurePreview } from '@fynbos/api/erasure/answers.ts';
import { useMay } from '../api/use-may.ts';
import { ActionButton, CommandButton } from '../components/ActionButton.tsx';
import { useRead } from '../components/use-read.tsx';
import { useOpened } from '../form/EditDialog.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { ReasonButton, ReasonDialog } from '../form/ReasonDialog.tsx';
import { date, rand } from '../format/format.ts';
import { asPart, listed, T, type Wording } from '../i18n/T.tsx';
import { EditAgentDialog } from './AgentDialogs.tsx';
import { BankInputs, useBanks } from './AgentInputs.tsx';
import { type Agent, nameOf } from './agent.ts';

const RETAINED_RECORD_LABELS = {
  rewards: 'the rewards, without a name',
  payouts: 'the bank files of payouts',
  tax: 'the data of tax certificates',
} as const;

/** Explains what an erasure deletes and what the law requires to be kept. */
function explanationOf(preview: ErasurePreview): Wording {
  const { requestedAt, kept, keptUntil, owedCents, payoutUnderWay, enquiries, referrals } = preview;
  if (payoutUnderWay) return 'A payout of this agent is under way. Settle it first.';
  const sentences: Wording[] = [
    ['Deletion was requested on %{day}.', { day: date(requestedAt) }],
    'This permanently deletes the agent’s personal data. It cannot be undone.',
  ];
  if (enquiries + referrals > 0)
    sentences.push([
      'Enquiries that are also erased: %{enquiries}. Referrals: %{referrals}.',
      { enquiries, referrals },
    ]);
  if (kept.length > 0) {
    const records = asPart(listed(kept.map((one) => RETAINED_RECORD_LABELS[one])));
    sentences.push([
      keptUntil === null ? 'By law we keep %{what}.' : 'By law we keep %{what} until %{day}.',
      { what: records, day: date(keptUntil) },
    ]);
  }
  if (owedCents > 0)
    sentences.push([
      '%{amount} is owed. It cannot be paid afterwards, and stays in the ledger until it expires.',
      { amount: rand(owedCents) },
    ]);
  return listed(sentences, '%{one} %{more}');
}

export function EraseDialog({ agent }: { agent: Agent }) {
  const { data, error } = useRead(`travel-agents/${agent.id}/forgetting`);
  return (
    <ReasonDialog
      action="Erase personal data"
      destructive
      explanation={data ? explanationOf(data) : (error?.message ?? 'Loading…')}
      doneMessage="The personal data will be erased within a minute."
      send={(reason, { command }) => command('POST', `travel-agents/${agent.id}/forgetting`, { reason })}
      // The button stays disabled until the dialog has explained the consequences.
      waits={!data || data.payoutUnderWay}
      title={['Erase the personal data of %{agent}', { agent: nameOf(agent) }]}
    />
  );
}

function BankDialog({ agent: current }: { agent: Agent }) {
  const agent = useOpened(current);
  const { bank, version, id } = agent;
  const listedBank = useBanks().find(
    ({ name, branchCode }) => (branchCode !== '' && branchCode === bank?.branchCode) || name === bank?.bankName,
  );
  const values = {
    ...bank,
    taxCountry: agent.taxCountry,
    bankName: listedBank?.name ?? (bank?.bankName ? 'OTHER' : ''),
    otherBankName: listedBank ? '' : (bank?.bankName ?? ''),
  };
  return (
    <FormDialog
      action="Request approval"
      doneMessage="No changes."
      send={(values, { command }) => command('PUT', `travel-agents/${id}/bank`, values, { version })}
      title={['Change bank details of %{agent}', { agent: nameOf(agent) }]}
      values={values}
      maxWidth="sm"
    >
      <T as="p">
        Another administrator must approve this change. The new account receives payouts after the waiting period of the
        reward policy. The agent is notified.
      </T>
      <BankInputs />
      <ReasonInput hint="State which letter or email confirms this. The approver sees it." />
    </FormDialog>
  );
}

/** Records or withdraws the consent of the agent's employer. */
function ConsentButton({ agent: { id, employerConsent, agencyName } }: { agent: Agent }) {
  const hasConsent = employerConsent === 'Y';
  return (
    <ReasonButton
      destructive={hasConsent}
      doneMessage={hasConsent ? 'The consent is withdrawn.' : 'The consent is recorded.'}
      explanation={
        hasConsent
          ? 'The agent is not paid until the agency consents again. Earned rewards are kept.'
          : 'The agency agrees that this agent earns rewards. State which letter or email confirms this.'
      }
      label={hasConsent ? 'Withdraw consent' : 'Record consent'}
      send={(reason, { command }) =>
        command('POST', `travel-agents/${id}/employer-consent`, { given: !hasConsent, reason })
      }
      title={[
        hasConsent ? 'Withdraw the consent of %{agency}' : 'Record the consent of %{agency}',
        { agency: agencyName || ['the agency'] },
      ]}
    />
  );
}

function SuspensionButton({ agent }: { agent: Agent }) {
  const isSuspended = agent.status === 'suspended';
  const action = isSuspended ? 'reinstate' : 'suspend';
  return (
    <ReasonButton
      color={isSuspended ? 'success' : 'error'}
      destructive={!isSuspended}
      doneMessage={isSuspended ? 'Reinstated.' : 'Suspended.'}
      explanation={
        isSuspended
          ? 'The agent can sign in again and is paid again.'
          : 'The agent cannot sign in and is not paid until reinstated. Earned rewards are kept.'
      }
      label={isSuspended ? 'Reinstate' : 'Suspend'}
      name={action}
      send={(reason, { command }) => command('POST', `travel-agents/${agent.id}/${action}`, { reason })}
      title={[isSuspended ? 'Reinstate %{agent}' : 'Suspend %{agent}', { agent: nameOf(agent) }]}
    />
  );
}

export function AgentActions({ agent }: { agent: Agent }) {
  const may = useMay();
  // An agent with erased personal data cannot be changed.
  if (agent.status === 'forgotten') return null;
  return (
    <>
      {may('agents:change') && (
        <ActionButton label="Edit" name="edit" dialog={<EditAgentDialog id={agent.id} />} variant="contained" />
      )}
      {may('agents:change-bank-or-contact') && (
        <ActionButton
          label="Change bank details"
          name="bank"
          dialog={<BankDialog agent={agent} />}
          variant="outlined"
        />
      )}
      {may('agents:change') && <ConsentButton agent={agent} />}
      {agent.passwordChangeLocked && may('agents:unlock') && (
        <CommandButton
          doneMessage="Unlocked. The agent can change the password again."
          label="Unlock"
          run={({ command }) => command('POST', `travel-agents/${agent.id}/unlock`)}
          variant="outlined"
        />
      )}
      {may('agents:suspend') && <SuspensionButton agent={agent} />}
      {agent.deletionRequestedAt && may('agents:change') && (
        <ActionButton
          label="Erase personal data"
          color="error"
          dialog={<EraseDialog agent={agent} />}
          variant="outlined"
        />
      )}
    </>
  );
}
