import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import { date, rand } from '../format/format.ts';
import { ReasonDialog } from '../record/ReasonDialog.tsx';
import type { Submission } from '../record/use-submit.ts';
import { type Agent, nameOf } from './agent.ts';

interface Forgetting {
  readonly requestedAt: string | null;
  readonly kept: readonly ('rewards' | 'payouts' | 'tax')[];
  readonly keptUntil: string | null;
  readonly owedCents: number;
  readonly payoutUnderWay: boolean;
}

const KEPT = {
  rewards: 'the rewards, without a name',
  payouts: 'the bank files of payouts',
  tax: 'what tax certificates need',
} as const;

/** What forgetting does and what the law keeps, in sentences. */
function explanationOf({ requestedAt, kept, keptUntil, owedCents, payoutUnderWay }: Forgetting): string {
  if (payoutUnderWay) return 'A payout of this agent is under way. Settle it first.';
  const sentences = [
    `Deletion was asked for on ${date(requestedAt)}.`,
    'The key of this person is destroyed, and all that names them. It cannot be undone.',
  ];
  if (kept.length > 0) {
    const until = keptUntil === null ? '' : ` until ${date(keptUntil)}`;
    sentences.push(`The law keeps ${kept.map((one) => KEPT[one]).join(', ')}${until}.`);
  }
  if (owedCents > 0) sentences.push(`${rand(owedCents)} is owed and cannot be paid afterwards.`);
  return sentences.join(' ');
}

/** Asks whether an agent who asked for it shall be forgotten. */
export function ForgetDialog({
  agent,
  onForget,
  onClose,
}: {
  agent: Agent;
  onForget: (reason: string) => ReturnType<Submission<object>['send']>;
  onClose: () => void;
}) {
  const { data } = useQuery({
    queryKey: ['forgetting', agent.id],
    queryFn: ({ signal }) => get<Forgetting>(`travel-agents/${agent.id}/forgetting`, signal),
  });
  return (
    <ReasonDialog
      action="Forget"
      destructive
      explanation={data ? explanationOf(data) : 'One moment …'}
      onClose={onClose}
      done="The agent is being forgotten. Within a minute nothing names them any more."
      send={onForget}
      title={`Forget ${nameOf(agent)}`}
    />
  );
}
