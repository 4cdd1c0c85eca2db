import type { AgentBalance as Balance } from '@fynbos/api/agents/answers.ts';
import { useReference } from 'react-admin';
import { Link } from 'react-router-dom';
import { rand } from '../format/format.ts';

/** What an agent is owed now. All agents of a page are fetched in one call. */
export function AgentBalance({ id }: { id: number }) {
  const { referenceRecord, isPending } = useReference<Balance>({ reference: 'agent-balances', id });
  if (isPending) return '…';
  return <Link to={`/travel-agents/${id}?tab=Rewards`}>{rand(referenceRecord?.balanceCents ?? 0)}</Link>;
}
