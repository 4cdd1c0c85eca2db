import type { ErasurePreview as Forgetting } from '@fynbos/api/erasure/answers.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import type { Submission } from '../form/use-submit.ts';
import { date, rand } from '../format/format.ts';
import { asPart, listed, type Wording } from '../i18n/wording.ts';
import { useRead } from '../record/use-read.tsx';
import { type Agent, nameOf } from './agent.ts';

const KEPT = {
  rewards: 'the rewards, without a name',
  payouts: 'the bank files of payouts',
  tax: 'the data of tax certificates',
} as const;

/** Explains what an erasure deletes and what the law requires to be kept. */
function explanationOf(forgetting: Forgetting): Wording {
  const { requestedAt, kept, keptUntil, owedCents, payoutUnderWay, enquiries, referrals } = forgetting;
  if (payoutUnderWay) return 'A payout of this agent is under way. Settle it first.';
  const sentences: Wording[] = [
    ['Deletion was requested on %{day}.', { day: date(requestedAt) }],
    'This permanently deletes the agent’s personal data. It cannot be undone.',
  ];
  if (enquiries + referrals > 0)
    sentences.push(['Enquiries that go with it: %{enquiries}. Referrals: %{referrals}.', { enquiries, referrals }]);
  if (kept.length > 0) {
    const what = asPart(
      listed(
        kept.map((one) => KEPT[one]),
        '%{one}, %{more}',
      ),
    );
    sentences.push([
      keptUntil === null ? 'The law keeps %{what}.' : 'The law keeps %{what} until %{day}.',
      { what, day: date(keptUntil) },
    ]);
  }
  if (owedCents > 0) sentences.push(['%{amount} is owed and cannot be paid afterwards.', { amount: rand(owedCents) }]);
  return listed(sentences, '%{one} %{more}');
}

/** Asks for confirmation to erase the personal data of an agent who requested it. */
export function ForgetDialog({
  agent,
  onForget,
  onClose,
}: {
  agent: Agent;
  onForget: (reason: string) => ReturnType<Submission<object>['send']>;
  onClose: () => void;
}) {
  const { data, error } = useRead<Forgetting>(`travel-agents/${agent.id}/forgetting`);
  return (
    <ReasonDialog
      action="Erase personal data"
      destructive
      explanation={data ? explanationOf(data) : (error?.message ?? 'Loading…')}
      onClose={onClose}
      done="The personal data will be erased within a minute."
      send={onForget}
      // The button stays disabled until the dialog has explained the consequences.
      waits={!data || data.payoutUnderWay}
      title={['Erase the personal data of %{agent}', { agent: nameOf(agent) }]}
    />
  );
}
