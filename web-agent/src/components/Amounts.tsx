import { rand } from '../format/money.ts';
import { t } from '../i18n/t.tsx';
import '../styles/amounts.css';

export interface Amount {
  readonly name: string;
  /** Formatted for display: money, a month, a number. A text longer than that has the class `wraps`. */
  readonly text: string;
  readonly className?: string;
}

interface Props {
  /** Layout: columns of a line, rows of a sum, or a class defined by the page. */
  readonly className: 'line-money' | 'sums' | 'incentive-facts';
  readonly of: readonly Amount[];
}

/** Figures, each with its name above it. */
export function Amounts({ className, of }: Props) {
  return (
    <dl className={className}>
      {of.map((amount) => (
        <div key={amount.name} className={amount.className}>
          <dt>{amount.name}</dt>
          <dd className="money">{amount.text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Taxed {
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
}

/** Gross, PAYE and nett in the order used on every page; cents. */
export const grossPayeNett = ({ grossCents, payeCents, nettCents }: Taxed): readonly Amount[] => [
  { name: t('Gross'), text: rand(grossCents) },
  { name: 'PAYE', text: rand(payeCents) },
  { name: t('Nett'), text: rand(nettCents) },
];
