import { call } from '../api/http.ts';
import { T } from '../i18n/T.tsx';
import { FormDialog } from '../record/FormDialog.tsx';
import { useOpened } from '../record/use-opened.ts';
import { useSubmit } from '../record/use-submit.ts';
import { BankInputs } from './AgentInputs.tsx';
import { type Agent, nameOf } from './agent.ts';
import { useBanks } from './use-banks.ts';

/** New bank details: they wait for a second person, and then cool for 72 hours before anything is paid to them. */
export function BankDialog({ agent: current, onClose }: { agent: Agent; onClose: () => void }) {
  const agent = useOpened(current);
  const { bank, version, id } = agent;
  const listed = useBanks().find(
    ({ name, branchCode }) => (branchCode !== '' && branchCode === bank?.branchCode) || name === bank?.bankName,
  );
  const record = {
    ...bank,
    bankName: listed?.name ?? (bank?.bankName ? 'OTHER' : ''),
    otherBankName: listed ? '' : (bank?.bankName ?? ''),
  };
  const submit = useSubmit({
    send: (values) => call('PUT', `travel-agents/${id}/bank`, values, { 'If-Match': String(version) }),
    done: 'Nothing was changed.',
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
      <p>
        <T>
          A second person has to approve this. No payout goes to the new account for 72 hours. The agent is notified.
        </T>
      </p>
      <BankInputs />
    </FormDialog>
  );
}
