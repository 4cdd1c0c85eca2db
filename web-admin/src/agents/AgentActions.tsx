import { useState } from 'react';
import { usePermissions, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { useAction } from '../record/use-action.ts';
import { type Agent, nameOf } from './agent.ts';
import { BankDialog } from './BankDialog.tsx';
import { EditAgentDialog } from './EditAgentDialog.tsx';
import { ForgetDialog } from './ForgetDialog.tsx';

/** Actions on an agent that the signed-in admin has permission for. */
export function AgentActions({ agent }: { agent: Agent }) {
  const [asking, setAsking] = useState<'edit' | 'suspend' | 'reinstate' | 'consent' | 'bank' | 'forget' | null>(null);
  const { permissions } = usePermissions<Record<string, string>>();
  const { act } = useAction(useRefresh());
  const may = (permission: string) => Boolean(permissions?.[permission]);
  const send = (what: string, body: object) =>
    call<{ message?: string } | undefined>('POST', `travel-agents/${agent.id}/${what}`, body);
  const unlock = () => act(() => send('unlock', {}), 'Unlocked. The agent can change the password again.');
  // An agent with erased personal data cannot be changed.
  if (agent.status === 'forgotten') return null;
  const isSuspended = agent.status === 'suspended';
  const hasConsent = agent.employerConsent === true || agent.employerConsent === 'Y';
  return (
    <>
      {may('agents:change') && <ActionButton label="Edit" onClick={() => setAsking('edit')} variant="contained" />}
      {may('agents:change-bank-or-contact') && (
        <ActionButton label="Change bank details" onClick={() => setAsking('bank')} variant="outlined" />
      )}
      {may('agents:change') && (
        <ActionButton
          label={hasConsent ? 'Withdraw consent' : 'Record consent'}
          onClick={() => setAsking('consent')}
          variant="outlined"
        />
      )}
      {agent.passwordChangeLocked && may('agents:unlock') && (
        <ActionButton label="Unlock" onClick={unlock} variant="outlined" />
      )}
      {may('agents:suspend') && (
        <ActionButton
          label={isSuspended ? 'Reinstate' : 'Suspend'}
          color={isSuspended ? 'success' : 'error'}
          onClick={() => setAsking(isSuspended ? 'reinstate' : 'suspend')}
          variant="outlined"
        />
      )}
      {agent.deletionRequestedAt && may('agents:change') && (
        <ActionButton
          label="Erase personal data"
          color="error"
          onClick={() => setAsking('forget')}
          variant="outlined"
        />
      )}
      {asking === 'forget' && (
        <ForgetDialog
          agent={agent}
          onClose={() => setAsking(null)}
          onForget={(reason) => send('forgetting', { reason })}
        />
      )}
      {asking === 'consent' && (
        <ReasonDialog
          action={hasConsent ? 'Withdraw consent' : 'Record consent'}
          destructive={hasConsent}
          explanation={
            hasConsent
              ? 'The agent is not paid until the agency consents again. Earned rewards are kept.'
              : 'The agency agrees that this agent earns rewards. State which letter or e-mail confirms this.'
          }
          done={hasConsent ? 'The consent is withdrawn.' : 'The consent is recorded.'}
          onClose={() => setAsking(null)}
          send={(reason) => send('employer-consent', { given: !hasConsent, reason })}
          title={agent.agencyName ? ['Consent of %{agency}', { agency: agent.agencyName }] : 'Consent of the agency'}
        />
      )}
      {asking === 'edit' && <EditAgentDialog id={String(agent.id)} onClose={() => setAsking(null)} />}
      {asking === 'bank' && <BankDialog agent={agent} onClose={() => setAsking(null)} />}
      {(asking === 'suspend' || asking === 'reinstate') && (
        <ReasonDialog
          action={isSuspended ? 'Reinstate' : 'Suspend'}
          destructive={!isSuspended}
          explanation={
            isSuspended
              ? 'The agent can sign in again and is paid again.'
              : 'The agent cannot sign in and is not paid until reinstated. Earned rewards are kept.'
          }
          done={isSuspended ? 'Reinstated.' : 'Suspended.'}
          onClose={() => setAsking(null)}
          send={(reason) => send(asking, { reason })}
          title={[isSuspended ? 'Reinstate %{agent}' : 'Suspend %{agent}', { agent: nameOf(agent) }]}
        />
      )}
    </>
  );
}
