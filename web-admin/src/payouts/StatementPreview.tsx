import type { StatementMatch } from '@fynbos/api/payouts/answers.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable, figure, figures } from '../components/FigureTable.tsx';
import { Heading, Note, TextLink } from '../components/texts.tsx';
import { date, grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

type Results = Pick<StatementMatch, 'results'>;

const BANK_RESULT_HEADER = 'reference,outcome,reason\n';
const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The results of one day as the list that is recorded. */
const listOf = (results: Results['results']): string =>
  BANK_RESULT_HEADER +
  results
    .map(({ reference, outcome, reason }) => `${[reference, outcome, reason ?? ''].map(cell).join(',')}\n`)
    .join('');

/** The payments on record compared with bank statements; the difference is booked once all results are recorded. */
function CashInTransit({
  transit: { paidCents, shownCents, inTransitCents, changeCents },
  hasResults,
  onBook,
  isBusy,
}: {
  transit: NonNullable<StatementMatch['transit']>;
  hasResults: boolean;
  onBook: () => Promise<void>;
  isBusy: boolean;
}) {
  return (
    <>
      <Heading>Cash in transit</Heading>
      <T as="p" values={{ paid: rand(paidCents), shown: rand(shownCents), transit: rand(inTransitCents) }}>
        {'Paid on record: %{paid}. Shown by bank statements, this one included: %{shown}. Cash in transit: %{transit}.'}
      </T>
      {hasResults ? (
        <T as="p">Record the results first. Then book the difference as cash in transit.</T>
      ) : changeCents === 0 ? (
        <T as="p">The journal needs no entry.</T>
      ) : (
        <p>
          <ActionButton label="Book cash in transit" isBusy={isBusy} onClick={() => void onBook()} variant="outlined" />
        </p>
      )}
    </>
  );
}

/** The results of each day, to be recorded one day at a time. */
function ResultsByDay({ results, onUse }: Results & { onUse: (day: string, list: string) => void }) {
  if (results.length === 0) return null;
  return (
    <FigureTable
      caption="Results by day"
      columns={['Day', ...figures('Paid', 'Returned', 'Amount paid'), 'Actions']}
      rows={[...Map.groupBy(results, ({ on }) => on)].map(([day, of]) => {
        const paid = of.filter(({ outcome }) => outcome === 'paid');
        return [
          day,
          date(day),
          grouped(paid.length),
          grouped(of.length - paid.length),
          rand(paid.reduce((total, { amountCents }) => total + amountCents, 0)),
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
  );
}

/** The entries that match no line of the run. */
function UnmatchedEntries({ unmatched, unmatchedEntries }: Pick<StatementMatch, 'unmatched' | 'unmatchedEntries'>) {
  if (unmatchedEntries === 0) return null;
  return (
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
  );
}

function ReturnedPayments({ results }: Results) {
  const returned = results.filter(({ outcome }) => outcome === 'returned');
  if (returned.length === 0) return null;
  return (
    <FigureTable
      caption="Returned payments"
      columns={['Agent', 'Day', figure('Amount'), 'Reason']}
      isTitled
      rows={returned.map(({ agentId, reference, on, amountCents, reason }) => [
        reference,
        <TextLink key="agent" to={`/travel-agents/${agentId}`} text={reference} />,
        date(on),
        rand(amountCents),
        reason ?? '',
      ])}
    />
  );
}

/** What a bank statement says about a run: the results, the cash in transit, and the entries that match no line. */
export function StatementPreview({
  match,
  onBook,
  isBusy,
  onUse,
}: {
  match: StatementMatch;
  onBook: () => Promise<void>;
  /** Whether a statement is being matched or booked. */
  isBusy: boolean;
  onUse: (day: string, list: string) => void;
}) {
  const { entries, results, recorded, missing, transit } = match;
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
      <ResultsByDay onUse={onUse} results={results} />
      {transit && <CashInTransit hasResults={results.length > 0} isBusy={isBusy} onBook={onBook} transit={transit} />}
      <UnmatchedEntries {...match} />
      <ReturnedPayments results={results} />
    </section>
  );
}
