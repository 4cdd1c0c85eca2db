import { useGetMany, useListContext, usePermissions } from 'react-admin';
import { download } from '../api/download.ts';
import { call } from '../api/http.ts';
import { ReasonInput } from '../form/inputs.tsx';
import { BulkDialog } from '../list/BulkDialog.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { useAction } from '../record/use-action.ts';
import { type Agent, nameOf } from './agent.ts';

function SuspendDialog({ onClose }: { onClose: () => void }) {
  const { selectedIds } = useListContext<Agent>();
  const { data } = useGetMany<Agent>('travel-agents', { ids: selectedIds });
  if (!data) return null;
  return (
    <BulkDialog<Agent, { reason: string }>
      action="Suspend"
      done="%{count} agent suspended. |||| %{count} agents suspended."
      effectOf={(agent) => {
        const mayBe = agent.status === 'active' || agent.status === 'registered';
        return {
          name: nameOf(agent),
          effect: mayBe
            ? 'cannot sign in and is not paid until reinstated.'
            : ['stays unchanged: %{status}.', { status: [agent.status === 'forgotten' ? 'erased' : agent.status] }],
          isSkipped: !mayBe,
        };
      }}
      items={data}
      onClose={onClose}
      run={({ id }, { reason }) => call('POST', `travel-agents/${id}/suspend`, { reason: reason.trim() })}
      title="Suspend the selected agents"
      values={{ reason: '' }}
    >
      <ReasonInput hint="Shown in the history of each agent." />
    </BulkDialog>
  );
}

/** Actions on selected agents: export them, and suspend them with one reason. */
export function AgentBulkActions() {
  const { selectedIds } = useListContext<Agent>();
  const { permissions } = usePermissions<Record<string, string>>();
  const { act } = useAction();
  const query = new URLSearchParams({ filter: JSON.stringify({ id: selectedIds }) });
  const exportThem = () => act(() => download(`/api/admin/travel-agents.csv?${query}`, 'travel-agents.csv'));
  return (
    <>
      <ActionButton label="Export selected" onClick={exportThem} size="small" />
      {permissions?.['agents:suspend'] && (
        <ActionButton
          label="Suspend"
          color="error"
          dialog={(close) => <SuspendDialog onClose={close} />}
          size="small"
        />
      )}
    </>
  );
}
