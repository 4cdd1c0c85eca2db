import { rand } from './money.ts';
import '../styles/amounts.css';

export interface Amount {
  readonly name: string;
  /** As people read it: money, a month, a number. */
  readonly text: string;
  readonly className?: string;
}

interface Props {
  /** Beside each other as the columns of a line, below each other as a sum, or as a class of the page lays it out. */
  readonly className: 'line-money' | 'sums' | 'incentive-facts';
  readonly of: readonly Amount[];
}

/** Figures under their names. */
export function Amounts({ className, of }: Props) {
  return (
    <dl className={className}>
      {of.map((amount) => (
        <div key={amount.name} className={amount.className}>
          <dt>{amount.name}</dt>
          <dd>{amount.text}</dd>
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

/** Gross, PAYE and nett, as they stand beside each other everywhere; cents. */
export const grossPayeNett = ({ grossCents, payeCents, nettCents }: Taxed): readonly Amount[] => [
  { name: 'Gross', text: rand(grossCents) },
  { name: 'PAYE', text: rand(payeCents) },
  { name: 'Nett', text: rand(nettCents) },
];
