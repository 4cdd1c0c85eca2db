import type { PayoutLimitsView } from '@fynbos/api/payouts/answers.ts';
import { useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { Heading } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { ChangeDialog } from '../form/ChangeDialog.tsx';
import { centsTyped, rand } from '../format/format.ts';
import { type Content, T } from '../i18n/T.tsx';
import { type ListChange, ListChanges } from './ListChanges.tsx';

type Limits = PayoutLimitsView['limits'];
type Change = PayoutLimitsView['changes'][number] & ListChange;

const text = (cents: number): string => (cents / 100).toFixed(2);
/** The amount from which so many approvers are needed; empty where no band has this number. */
const bandText = ({ approverBands }: Limits, approvers: number): string => {
  const band = approverBands.find((each) => each.approvers === approvers);
  return band ? text(band.fromNettCents) : '';
};
/** An invalid amount becomes zero, which the server refuses with the field. */
const amount = (typed: string | undefined): number => centsTyped(typed ?? '') ?? 0;

const limitsOf = (values: Readonly<Record<string, string>>): Limits => ({
  approverBands: [2, 3].flatMap((approvers) => {
    const typed = values[`from${approvers}`]?.trim();
    return typed ? [{ fromNettCents: amount(typed), approvers }] : [];
  }),
  statedTotalFromCents: amount(values.statedTotalFromCents),
  eftItemCents: amount(values.eftItemCents),
  crossBorderItemCents: amount(values.crossBorderItemCents),
});

/** The limits of payouts: approvers by amount, the typed total, and the largest payment to one agent. */
export function PayoutLimits({ mayChange }: { mayChange: boolean }) {
  const { command } = useCommand();
  const { data, notice } = useRead('payout-limits', { rows: 6 });
  if (notice) return notice;
  const { limits } = data;
  return (
    <>
      <T as="p">
        A run keeps the limits that were in force when it was proposed. An agent who is owed more than one payment may
        have is left out of the run.
      </T>
      <FigureTable
        caption="Limits of payouts"
        columns={['Limit', figure('Amount')]}
        rows={[
          ...limits.approverBands.map(({ fromNettCents, approvers }): readonly [string, ...Content[]] => [
            `approvers ${approvers}`,
            ['%{approvers} approvers besides the proposer, from a nett total of', { approvers }],
            rand(fromNettCents),
          ]),
          ['stated', ['Approvers type the total, from a nett total of'], rand(limits.statedTotalFromCents)],
          ['eft', ['Largest payment to one agent, South African account'], rand(limits.eftItemCents)],
          ['abroad', ['Largest payment to one agent, cross-border'], rand(limits.crossBorderItemCents)],
        ]}
      />
      {mayChange && (
        <p>
          <ActionButton
            label="Change the limits"
            dialog={
              <ChangeDialog
                action="Request change"
                explanation="Runs that are proposed after the approval use these limits. Amounts are in rand."
                fields={[
                  {
                    name: 'from2',
                    label: 'Two approvers from',
                    value: bandText(limits, 2),
                    hint: 'Leave blank if one approver is enough.',
                  },
                  {
                    name: 'from3',
                    label: 'Three approvers from',
                    value: bandText(limits, 3),
                    hint: 'Leave blank for never.',
                  },
                  { name: 'statedTotalFromCents', label: 'Typed total from', value: text(limits.statedTotalFromCents) },
                  {
                    name: 'eftItemCents',
                    label: 'Largest payment, South African account',
                    value: text(limits.eftItemCents),
                  },
                  {
                    name: 'crossBorderItemCents',
                    label: 'Largest payment, cross-border',
                    value: text(limits.crossBorderItemCents),
                  },
                ]}
                send={({ reason, ...values }) => command('POST', 'payout-limits', { ...limitsOf(values), reason })}
                title="Change the limits of payouts"
              />
            }
            variant="outlined"
          />
        </p>
      )}
      <Heading>Changes</Heading>
      <ListChanges
        changes={data.changes.map((change): Change => ({ ...change, type: 'PayoutLimitsSet' }))}
        tell={({ version }) => ['Version %{version}', { version }]}
      />
    </>
  );
}
