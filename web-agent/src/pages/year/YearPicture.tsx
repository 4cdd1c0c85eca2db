import type { MonthSums } from '../../api/types.ts';
import { YearChart } from './YearChart.tsx';
import { YearTable } from './YearTable.tsx';
import { finding } from './year-figures.ts';
import '../../styles/table.css';
import './year.css';

/** Chart and table of the same twelve months, oldest first. */
export default function YearPicture({ months }: { readonly months: readonly MonthSums[] }) {
  const inOrder = [...months].sort((a, b) => a.month.localeCompare(b.month));
  const title = finding(inOrder);
  return (
    <div className="stack">
      <YearChart months={inOrder} title={title} />
      <YearTable months={inOrder} />
    </div>
  );
}
