import { usePermissions } from 'react-admin';
import { ActionButton } from '../record/ActionButton.tsx';
import '../list/list.css';
import { type Agent, nameOf } from '../agents/agent.ts';
import { ReferDialog } from '../agents/ReferDialog.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { ReferralTree } from './ReferralTree.tsx';

/** An agent's referrals, and the form that refers a person on behalf of an active agent. */
export function ReferralsTab({ agent }: { agent: Agent }) {
  const { permissions } = usePermissions<Record<string, string>>();
  const asOf = useAsOf();
  const mayRefer = !asOf && agent.status === 'active' && permissions?.['agents:change'];
  const name = nameOf(agent);
  return (
    <>
      {mayRefer && (
        <div className="list-actions">
          <ActionButton
            label="Refer a travel agent"
            dialog={(close) => <ReferDialog agentId={agent.id} name={name} onClose={close} />}
            variant="outlined"
          />
        </div>
      )}
      <ReferralTree id={agent.id} name={name} />
    </>
  );
}
