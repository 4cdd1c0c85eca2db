import type { AcbFilesView } from '@fynbos/api/payouts/answers.ts';
import { Link } from 'react-router-dom';
import { ChangeDialog } from '../form/ChangeDialog.tsx';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { Facts } from '../record/Facts.tsx';
import { FigureTable, figure } from '../record/FigureTable.tsx';
import { Empty } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';

/** The generation numbers of ACB files: the bank takes each number once and in order. */
export function AcbFiles({ mayChange }: { mayChange: boolean }) {
  const { data, notice } = useRead<AcbFilesView>('acb-files', { rows: 6 });
  if (notice) return notice;
  return (
    <>
      <T as="p">
        The bank accepts each generation number of ACB files once, in order. If a file was not sent, or another system
        sends files with the same user code, set the number that the bank expects next.
      </T>
      <Facts
        facts={[
          ['Number of the next file', String(data.next)],
          ['User code', data.userCode],
        ]}
      />
      {mayChange && (
        <p>
          <ActionButton
            label="Set the next number"
            dialog={(close) => (
              <ChangeDialog
                action="Save"
                bodyOf={({ next }) => ({ next: Number(next) })}
                explanation="Files that have been written keep their numbers."
                fields={[
                  { name: 'next', label: 'Number of the next file', value: String(data.next), hint: '1 to 9999.' },
                ]}
                done="Saved."
                onClose={close}
                path="acb-files"
                title="Set the next number"
              />
            )}
            variant="outlined"
          />
        </p>
      )}
      {data.files.length === 0 ? (
        <Empty>No ACB files yet. Each payout run to South African accounts creates one.</Empty>
      ) : (
        <FigureTable
          caption="ACB files"
          columns={['Run', figure('Number'), 'Written']}
          rows={data.files.map(({ runId, reference, generation, countedAt }) => [
            runId,
            <Link key="run" to={`/payouts/${runId}`}>
              {reference}
            </Link>,
            String(generation),
            instant(countedAt),
          ])}
        />
      )}
    </>
  );
}
