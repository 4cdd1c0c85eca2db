import type { StatementMatch } from '@fynbos/api/payouts/answers.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { TextLink } from '../record/TextLink.tsx';
import { Note } from '../record/texts.tsx';

export type { StatementMatch } from '@fynbos/api/payouts/answers.ts';

import { date, grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FigureTable, figure, figures } from '../record/FigureTable.tsx';

const HEADER = 'reference,outcome,reason\n';
const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The results of one day as the list that is recorded. */
const listOf = (results: StatementMatch['results']): string =>
  HEADER +
  results
    .map(({ reference, outcome, reason }) => `${[reference, outcome, reason ?? ''].map(cell).join(',')}\n`)
    .join('');

/** The results in a bank statement by day, and the entries that match no line. A day is recorded at a time. */
export function StatementPreview({
  match: { entries, results, recorded, unmatched, unmatchedEntries, missing },
  onUse,
}: {
  match: StatementMatch;
  onUse: (day: string, list: string) => void;
}) {
  const days = [...Map.groupBy(results, ({ on }) => on)];
  const sum = (of: StatementMatch['results']) => rand(of.reduce((total, { amountCents }) => total + amountCents, 0));
  return (
    <section>
      <T
        as="p"
        values={{
          entries: grouped(entries),
          results: grouped(results.length),
          recorded: grouped(recorded),
          missing: grouped(missing),
        }}
      >
        {
          'Entries in the file: %{entries}. New results for this run: %{results}. Recorded already: %{recorded}. Lines of the run that are not in the file: %{missing}. Nothing is recorded yet.'
        }
      </T>
      {days.length > 0 && (
        <FigureTable
          caption="Results by day"
          columns={['Day', ...figures('Paid', 'Returned', 'Amount paid'), 'Action']}
          rows={days.map(([day, of]) => {
            const paid = of.filter(({ outcome }) => outcome === 'paid');
            return [
              day,
              date(day),
              grouped(paid.length),
              grouped(of.length - paid.length),
              sum(paid),
              <ActionButton
                label="Use these results"
                key="use"
                onClick={() => onUse(day, listOf(of))}
                size="small"
                variant="outlined"
              />,
            ];
          })}
        />
      )}
      {unmatchedEntries > 0 && (
        <>
          <Note severity="warning" values={{ count: grouped(unmatchedEntries) }}>
            {'Entries of this run that cannot be used: %{count}. Ask the bank, or record them manually.'}
          </Note>
          <FigureTable
            caption="Entries that cannot be used"
            columns={['Text', 'Day', figure('Amount'), 'Reason']}
            rows={unmatched.map(({ on, amountCents, side, text, why }, index) => [
              `${index}`,
              text,
              date(on),
              rand(side === 'debit' ? -amountCents : amountCents),
              [why],
            ])}
          />
        </>
      )}
      {results.some(({ outcome }) => outcome === 'returned') && (
        <FigureTable
          caption="Returned payments"
          columns={['Agent', 'Day', figure('Amount'), 'Reason']}
          isCaptionShown
          rows={results
            .filter(({ outcome }) => outcome === 'returned')
            .map(({ agentId, reference, on, amountCents, reason }) => [
              reference,
              <TextLink key="agent" to={`/travel-agents/${agentId}`} text={reference} />,
              date(on),
              rand(amountCents),
              reason ?? '',
            ])}
        />
      )}
    </section>
  );
}
