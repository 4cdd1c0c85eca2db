import type { PayoutLimitsView } from '@fynbos/api/payouts/answers.ts';
import { MAX_APPROVERS } from '@fynbos/domain/payout-limits/payout-limits.ts';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { Heading } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { amountCheck, Field } from '../form/inputs.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { parseCents, rand } from '../format/format.ts';
import { type Content, T } from '../i18n/T.tsx';
import { ListChanges } from './ListChanges.tsx';

type Limits = PayoutLimitsView['limits'];

/** The numbers of approvers that a band can have: one is the rule without bands. */
const APPROVER_COUNTS = Array.from({ length: MAX_APPROVERS - 1 }, (_, index) => index + 2);

const text = (cents: number): string => (cents / 100).toFixed(2);
/** The amount from which so many approvers are needed; empty where no band has this number. */
const bandText = ({ approverBands }: Limits, approvers: number): string => {
  const band = approverBands.find((each) => each.approvers === approvers);
  return band ? text(band.fromNettCents) : '';
};
/** An invalid amount becomes zero, which the server refuses with the field. */
const amount = (typed: string | undefined): number => parseCents(typed ?? '') ?? 0;

const limitsOf = (values: Readonly<Record<string, string>>): Limits => ({
  approverBands: APPROVER_COUNTS.flatMap((approvers) => {
    const typed = values[`from${approvers}`]?.trim();
    return typed ? [{ fromNettCents: amount(typed), approvers }] : [];
  }),
  statedTotalFromCents: amount(values.statedTotalFromCents),
  eftItemCents: amount(values.eftItemCents),
  crossBorderItemCents: amount(values.crossBorderItemCents),
});

const AMOUNT_FIELDS = [
  ['statedTotalFromCents', 'Approvers type the total from'],
  ['eftItemCents', 'Largest payment, South African account'],
  ['crossBorderItemCents', 'Largest payment, cross-border'],
] as const;

/** The limits of payouts: approvers by amount, the typed total, and the largest payment to one agent. */
export function PayoutLimits({ mayChange }: { mayChange: boolean }) {
  const { data, notice } = useRead('payout-limits', { rows: 6 });
  if (notice) return notice;
  const { limits } = data;
  return (
    <>
      <T as="p">
        A run keeps the limits that were in force when it was proposed. An agent who is owed more than one payment may
        have is left out of the run. The dashboard asks for the total of every run.
      </T>
      <FigureTable
        caption="Payout limits"
        columns={['Limit', figure('Amount')]}
        rows={[
          ...limits.approverBands.map(({ fromNettCents, approvers }): readonly [string, ...Content[]] => [
            `approvers ${approvers}`,
            ['%{approvers} approvers besides the proposer, from a nett total of', { approvers }],
            rand(fromNettCents),
          ]),
          ['stated', ['An approval must state the total, from a nett total of'], rand(limits.statedTotalFromCents)],
          ['eft', ['Largest payment to one agent, South African account'], rand(limits.eftItemCents)],
          ['abroad', ['Largest payment to one agent, cross-border'], rand(limits.crossBorderItemCents)],
        ]}
      />
      {mayChange && (
        <p>
          <ReasonButton
            action="Request change"
            // The refusal concerns the order of the bands.
            fieldOf={{ approverBands: `from${APPROVER_COUNTS[0]}` }}
            explanation="Runs that are proposed after the approval use these limits. Amounts are in rand."
            label="Change limits"
            send={(reason, { command }, values) => command('POST', 'payout-limits', { ...limitsOf(values), reason })}
            title="Change payout limits"
            values={{
              ...Object.fromEntries(
                APPROVER_COUNTS.map((approvers) => [`from${approvers}`, bandText(limits, approvers)]),
              ),
              statedTotalFromCents: text(limits.statedTotalFromCents),
              eftItemCents: text(limits.eftItemCents),
              crossBorderItemCents: text(limits.crossBorderItemCents),
            }}
          >
            {APPROVER_COUNTS.map((approvers) => (
              <Field
                check={amountCheck}
                hint="Leave blank for never."
                isOptional
                key={approvers}
                label={['%{approvers} approvers from', { approvers }]}
                source={`from${approvers}`}
              />
            ))}
            {AMOUNT_FIELDS.map(([source, label]) => (
              <Field check={amountCheck} isOptional key={source} label={label} source={source} />
            ))}
          </ReasonButton>
        </p>
      )}
      <Heading>Changes</Heading>
      <ListChanges changes={data.changes} tell={({ version }) => ['Version %{version}', { version }]} />
    </>
  );
}
