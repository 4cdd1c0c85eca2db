import { useState } from 'react';
import type { MonthSums } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { t } from '../../i18n/t.tsx';
import { lazyPart } from '../../shell/lazy-page.tsx';

const YearChartSection = lazyPart(() => import('./YearChartSection.tsx'));

/** The twelve-month chart; its code loads when the section opens. */
export function YearSection({ months }: { readonly months: readonly MonthSums[] }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="stack" aria-labelledby="year">
      <div className="row spread">
        <h2 id="year">{t('Your rewards by month')}</h2>
        <Button
          label={open ? t('Hide chart and table') : t('Show chart and table')}
          variant="plain"
          aria-expanded={open}
          aria-controls="year-picture"
          onPress={() => setOpen(!open)}
        />
      </div>
      <div id="year-picture" hidden={!open}>
        {open && <YearChartSection months={months} />}
      </div>
    </section>
  );
}
