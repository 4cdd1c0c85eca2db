import type { UnpaidsLayoutView } from '@fynbos/api/payouts/answers.ts';
import { ChangeDialog } from '../form/ChangeDialog.tsx';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { Facts, Heading } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { ListChanges } from './ListChanges.tsx';

const COLUMNS = [
  ['reference', 'Reference of the payment'],
  ['amount', 'Amount'],
  ['day', 'Day of the return'],
  ['returnReason', 'Reason of the return, or its code'],
] as const;

type Layout = UnpaidsLayoutView['changes'][number]['layout'];
const columnsOf = (layout: Layout): string => COLUMNS.map(([field]) => layout[field]).join(', ');
const unitOf = ({ isInCents }: Layout): string => (isInCents ? 'cents' : 'rand');

const UNITS = new Map([
  ['rand', false],
  ['cents', true],
]);

/** The columns of the bank's CSV files of unpaid payments. */
export function Unpaids({ mayChange }: { mayChange: boolean }) {
  const { data, notice } = useRead<UnpaidsLayoutView>('unpaids-layout', { rows: 6 });
  if (notice) return notice;
  return (
    <>
      <T as="p">
        Banks report unpaid payments in CSV files with different columns. Set the columns of your bank here, then choose
        the file under “Bank results” of a payout run.
      </T>
      <Facts
        facts={[
          ...COLUMNS.map(([field, label]): [string, string] => [label, data[field]]),
          ['Amounts', [data.isInCents ? 'in cents' : 'in rand']],
        ]}
      />
      {mayChange && (
        <p>
          <ActionButton
            label="Set the columns"
            dialog={(close) => (
              <ChangeDialog
                action="Save"
                // Any other word is refused by the server.
                bodyOf={({ isInCents = '', ...columns }) => ({
                  ...columns,
                  isInCents: UNITS.get(isInCents.trim().toLowerCase()),
                })}
                done="Saved."
                explanation="Name each column by its heading, or all columns by their number from 1 if the file has no headings."
                fields={[
                  ...COLUMNS.map(([name, label]) => ({ name, label, value: data[name] })),
                  {
                    name: 'isInCents',
                    label: 'Amounts in',
                    value: data.isInCents ? 'cents' : 'rand',
                    hint: 'rand or cents.',
                  },
                ]}
                onClose={close}
                path="unpaids-layout"
                title="Set the columns"
              />
            )}
            variant="outlined"
          />
        </p>
      )}
      <Heading>Changes</Heading>
      <ListChanges
        changes={data.changes}
        tell={({ layout }) => [
          '%{columns}, amounts in %{unit}',
          { columns: columnsOf(layout), unit: [unitOf(layout)] },
        ]}
      />
    </>
  );
}
