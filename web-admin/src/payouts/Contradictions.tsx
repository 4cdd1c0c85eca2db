import type { PayoutDetail as PayoutView } from '@fynbos/api/payouts/answers.ts';
import { useState } from 'react';
import { call } from '../api/http.ts';
import { InputField } from '../form/InputField.tsx';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { instant } from '../format/format.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { Note, TextLink } from '../record/texts.tsx';
import type { Contradiction } from './payout.ts';

const COLUMNS = ['Agent', 'Contradiction', 'Received', 'Correction'];

/** The result to which a contradiction can be corrected; null where the line was not sent or the answer is unknown. */
const correctionOf = ({ recorded, said }: Contradiction): 'paid' | 'failed' | null => {
  if (recorded === 'NotSent') return null;
  return recorded === 'paid' ? 'failed' : said === 'paid' || said === null ? 'paid' : null;
};

/** Asks for an approval to correct a result. */
function CorrectionDialog({
  run,
  line,
  to,
  onClose,
}: {
  run: PayoutView;
  line: Contradiction;
  to: 'paid' | 'failed';
  onClose: () => void;
}) {
  const [paidOn, setPaidOn] = useState(run.payDate);
  return (
    <ReasonDialog
      action="Submit for approval"
      done="Submitted for approval."
      explanation={
        to === 'paid'
          ? [
              'The payment is recorded as made on %{paidOn}. Its tax month, certificate and journal follow. Say how the bank confirmed it.',
              { paidOn },
            ]
          : 'The payment is recorded as not made, and the amount is owed again. Its tax month, certificate and journal follow. Say how the bank confirmed it.'
      }
      onClose={onClose}
      send={(reason) =>
        call('POST', `payouts/${run.id}/results`, {
          agentId: line.agentId,
          to,
          reason,
          paidOn: to === 'paid' ? paidOn : null,
        })
      }
      title={['Correct the result of agent %{agentId}?', { agentId: line.agentId }]}
      {...(to === 'paid'
        ? {
            field: <InputField label="Day of payment" onChange={setPaidOn} type="date" value={paidOn} />,
          }
        : {})}
    />
  );
}

/** Lines for which the bank's answers contradict the recorded result, each with a correction by two people (O18). */
export function Contradictions({ run, mayChange }: { run: PayoutView; mayChange: boolean }) {
  const [line, correct] = useState<Contradiction | null>(null);
  if (run.contradictions.length === 0) return null;
  const to = line && correctionOf(line);
  return (
    <>
      <Note severity="warning" isFilled>
        The bank sent results that contradict the recorded ones. They changed nothing. Confirm each with the bank, then
        correct the result; a second person must approve.
      </Note>
      <FigureTable
        caption="Contradicting results"
        columns={COLUMNS}
        rows={run.contradictions.map((each) => [
          String(each.agentId),
          <TextLink key="agent" to={`/travel-agents/${each.agentId}`} text={each.agentId} />,
          [each.text],
          instant(each.at),
          mayChange && correctionOf(each) ? (
            <ActionButton
              label={correctionOf(each) === 'paid' ? 'Record as paid' : 'Record as not paid'}
              key="correct"
              onClick={() => correct(each)}
              size="small"
              variant="outlined"
            />
          ) : (
            ''
          ),
        ])}
      />
      {line && to && <CorrectionDialog line={line} onClose={() => correct(null)} run={run} to={to} />}
    </>
  );
}
