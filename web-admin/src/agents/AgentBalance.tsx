import type { AgentBalance as Balance } from '@fynbos/api/agents/answers.ts';
import { Box, Skeleton } from '@mui/material';
import { useReference } from 'react-admin';
import { Link } from 'react-router-dom';
import { rand } from '../format/format.ts';

/** What an agent is owed now. All agents of a page are fetched in one call. */
export function AgentBalance({ id }: { id: number }) {
  const { referenceRecord, isPending } = useReference<Balance>({ reference: 'agent-balances', id });
  // One width for the skeleton and the amount, so that the columns keep their widths.
  return (
    <Box sx={{ display: 'inline-block', minWidth: '5.5rem' }}>
      {isPending ? (
        <Skeleton />
      ) : (
        <Link to={`/travel-agents/${id}?tab=Rewards`}>{rand(referenceRecord?.balanceCents ?? 0)}</Link>
      )}
    </Box>
  );
}
