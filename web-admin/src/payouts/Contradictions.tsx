import type { PayoutDetail as PayoutView } from '@fynbos/api/payouts/answers.ts';
import { FigureTable } from '../components/FigureTable.tsx';
import { AgentLink } from '../components/person-links.tsx';
import { Note } from '../components/texts.tsx';
import { Field } from '../form/inputs.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { instant } from '../format/format.ts';
import type { Contradiction } from './payout.ts';

const COLUMNS = ['Agent', 'Contradiction', 'Received', 'Correction'];

/** The result to which a contradiction can be corrected; null where the line was not sent or the answer is unknown. */
const correctionOf = ({ recorded, said }: Contradiction): 'paid' | 'failed' | null => {
  if (recorded === 'NotSent') return null;
  return recorded === 'paid' ? 'failed' : said === 'paid' || said === null ? 'paid' : null;
};

/** Asks for an approval to correct a result. */
function CorrectionButton({ run, line, to }: { run: PayoutView; line: Contradiction; to: 'paid' | 'failed' }) {
  const isPaid = to === 'paid';
  return (
    <ReasonButton
      action="Submit for approval"
      doneMessage="Submitted for approval."
      explanation={
        isPaid
          ? 'The payment is recorded as made on the day below. Its tax month, certificate and journal follow. Say how the bank confirmed it.'
          : 'The payment is recorded as not made, and the amount is owed again. Its tax month, certificate and journal follow. Say how the bank confirmed it.'
      }
      label={isPaid ? 'Record as paid' : 'Record as not paid'}
      send={(reason, { command }, { paidOn }) =>
        command('POST', `payouts/${run.id}/results`, {
          agentId: line.agentId,
          to,
          reason,
          paidOn: isPaid ? paidOn : null,
        })
      }
      size="small"
      title={['Correct the result of agent %{agentId}?', { agentId: line.agentId }]}
      values={{ paidOn: run.payDate }}
    >
      {isPaid && <Field label="Day of payment" source="paidOn" type="date" />}
    </ReasonButton>
  );
}

/** Lines for which the bank's responses contradict the recorded result, each with a correction by two people (O18). */
export function Contradictions({ run, mayChange }: { run: PayoutView; mayChange: boolean }) {
  if (run.contradictions.length === 0) return null;
  return (
    <>
      <Note severity="warning" isFilled>
        The bank sent results that contradict the recorded ones. They changed nothing. Confirm each with the bank, then
        correct the result; another administrator must approve.
      </Note>
      <FigureTable
        caption="Contradicting results"
        columns={COLUMNS}
        rows={run.contradictions.map((line) => {
          const to = correctionOf(line);
          return [
            String(line.agentId),
            <AgentLink id={line.agentId} key="agent" />,
            [line.text],
            instant(line.at),
            mayChange && to && <CorrectionButton key="correct" line={line} run={run} to={to} />,
          ];
        })}
      />
    </>
  );
}
