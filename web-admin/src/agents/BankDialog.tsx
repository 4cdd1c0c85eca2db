import { call } from '../api/http.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { useOpened } from '../form/use-save.ts';
import { useSubmit } from '../form/use-submit.ts';
import { T } from '../i18n/T.tsx';
import { BankInputs } from './AgentInputs.tsx';
import { type Agent, nameOf } from './agent.ts';
import { useBanks } from './use-banks.ts';

/** Requests new bank details for an agent. */
export function BankDialog({ agent: current, onClose }: { agent: Agent; onClose: () => void }) {
  const agent = useOpened(current);
  const { bank, version, id } = agent;
  const listed = useBanks().find(
    ({ name, branchCode }) => (branchCode !== '' && branchCode === bank?.branchCode) || name === bank?.bankName,
  );
  const record = {
    ...bank,
    taxCountry: agent.taxCountry,
    bankName: listed?.name ?? (bank?.bankName ? 'OTHER' : ''),
    otherBankName: listed ? '' : (bank?.bankName ?? ''),
  };
  const submit = useSubmit({
    send: (values) => call('PUT', `travel-agents/${id}/bank`, values, { 'If-Match': String(version) }),
    done: 'No changes.',
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Request approval"
      onClose={onClose}
      onSubmit={submit}
      record={record}
      title={['Change bank details of %{agent}', { agent: nameOf(agent) }]}
      wide="sm"
    >
      <T as="p">
        Another administrator has to approve this change. The new account receives payouts after the waiting period of
        the reward policy. The agent is notified.
      </T>
      <BankInputs />
      <ReasonInput hint="State which letter or e-mail confirms this. The approver sees it." />
    </FormDialog>
  );
}
