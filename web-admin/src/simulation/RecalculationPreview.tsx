import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';
import type { Request } from '../components/approval-request.ts';
import { BeforeAfter, type Change } from '../components/BeforeAfter.tsx';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { Facts, Heading, HelpText, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { date, grouped, percent, rand } from '../format/format.ts';
import { asPart, type Wording } from '../i18n/T.tsx';
import { type PolicyVersion, TERM_FIELDS, termChanges, termsThen } from '../reward-policy/terms.ts';
import { type Definition, questionOf, type Recalculation } from './simulation.ts';
import { usePromotions } from './use-promotions.ts';

type Payload = Pick<Recalculation, 'whatIfId' | 'definition' | 'text' | 'preview'> & { readonly code: string };

const SIGNED = [...figures('Reservations', 'Agents', 'Gross')];

/** Compares the assumed policy terms with the terms in force on the first day of the assumption. */
const policyChanges = ({ policy }: Definition, versions: readonly PolicyVersion[], asked: string): Change[] =>
  policy
    ? termChanges(
        TERM_FIELDS.filter((field) => field in policy),
        termsThen(versions, policy.effectiveFrom, asked),
        policy,
      )
    : [];

/** Compares the assumed promotion terms with the current ones. A promotion can have terms for several days. */
function promotionChanges({ promotions }: Definition, known: readonly Promotion[]): Change[] {
  return promotions.flatMap(({ promotionId, effectiveFrom, promoRate, isActive, startDate, endDate }) => {
    const now = known.find(({ id }) => id === promotionId);
    const code = now?.promoCode ?? promotionId;
    const state = (active: boolean | undefined): Wording => [active ? 'active' : 'inactive'];
    const row = (label: string, before: Wording, after: Wording): Change => ({
      label: ['%{code}: %{what} (from %{day})', { code, what: [label], day: date(effectiveFrom) }],
      before,
      after,
    });
    return [
      ...(promoRate === undefined ? [] : [row('rate', now ? percent(now.promoRate) : '—', percent(promoRate))]),
      ...(isActive === undefined ? [] : [row('state', now ? state(now.isActive) : '—', state(isActive))]),
      ...(startDate === undefined ? [] : [row('first day', date(now?.startDate.slice(0, 10)) || '—', date(startDate))]),
      ...(endDate === undefined
        ? []
        : [row('last day', date(now?.endDate?.slice(0, 10)) || ['none'], date(endDate) || ['none'])]),
    ];
  });
}

export default function RecalculationPreview({ request: { payload, requestedAt } }: { request: Request }) {
  const { whatIfId, definition, code, text, preview } = payload as Payload;
  const { codeOf, promotions } = usePromotions();
  const { data } = useRead(definition.policy === null ? null : 'reward-policy/history');
  const changes = [
    ...policyChanges(definition, data?.versions ?? [], requestedAt),
    ...promotionChanges(definition, promotions),
  ];
  return (
    <>
      <Facts
        facts={[
          ['Terms', asPart(questionOf(definition, codeOf))],
          ['Rentals invoiced', ['%{from} to %{to}', { from: date(definition.from), to: date(definition.to) }]],
          ['Reason', ['%{code}: %{text}', { code: [code], text }]],
          ['Result', <TextLink key="result" to={`/what-ifs/${whatIfId}`} label="Analysis with all reservations" />],
        ]}
      />
      {changes.length > 0 && (
        <>
          <Heading>The terms</Heading>
          <BeforeAfter caption="Actual and assumed terms" rows={changes} />
        </>
      )}
      <Heading>Amounts to book</Heading>
      <FigureTable
        caption="Entries of the correction"
        columns={[...SIGNED, ...figures('PAYE', 'Nett')]}
        rows={[
          [
            'preview',
            grouped(preview.reservations),
            grouped(preview.agents),
            rand(preview.grossCents),
            rand(preview.payeCents),
            rand(preview.nettCents),
          ],
        ]}
      />
      <HelpText>
        Exactly these amounts are booked. If anything changes before approval, nothing is booked and the correction must
        be requested again.
      </HelpText>
    </>
  );
}
