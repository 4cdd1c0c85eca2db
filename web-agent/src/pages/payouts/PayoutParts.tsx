import type { Payout, PayoutPart } from '../../api/types.ts';
import { useRead } from '../../api/use-read.ts';
import { Amounts, grossPayeNett } from '../../components/Amounts.tsx';
import { LoadState } from '../../components/load-state.tsx';
import { rand } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';
import { QuestionLink } from '../contact/QuestionLink.tsx';
import { countOf, partDetail, partName } from './payout-text.ts';

/** Lists every reward and correction of a payout and shows that they add up to its total. */
export function PayoutParts({ payout }: { readonly payout: Payout }) {
  const loaded = useRead(`agent/payouts/${payout.id}`);
  const { data } = loaded;
  if (!data) return <LoadState of={loaded} text={t('The rewards of this payout could not be loaded.')} />;
  return (
    <div className="stack">
      <p role="status">
        {t('%{lines} adds up to %{nett} after tax. |||| %{lines} add up to %{nett} after tax.', {
          count: data.lines.length,
          lines: countOf(data.lines),
          nett: rand(payout.nettCents),
        })}
      </p>
      <ul className="lines">
        {data.lines.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a payout never change, and two corrections may read alike
          <Part key={index} part={part} payout={payout} />
        ))}
      </ul>
    </div>
  );
}

function Part({ part, payout }: { readonly part: PayoutPart; readonly payout: Payout }) {
  const detail = partDetail(part);
  const figure = {
    runId: payout.id,
    lineName: part.name,
    figure: t('%{part}, %{nett} after tax, payout %{reference}', {
      part: partName(part),
      nett: rand(part.nettCents),
      reference: payout.reference,
    }),
  };
  return (
    <li className="line">
      <div>
        <h4>{partName(part)}</h4>
        {detail && <p className="quiet">{detail}</p>}
      </div>
      <Amounts className="line-money" of={grossPayeNett(part)} />
      <div className="line-why">
        <QuestionLink subject={{ figure }} about={partName(part)} />
      </div>
    </li>
  );
}
