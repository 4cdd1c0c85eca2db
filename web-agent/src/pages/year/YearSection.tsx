import { lazy, Suspense, useState } from 'react';
import type { MonthSums } from '../../api/types.ts';
import { t } from '../../i18n/t.tsx';
import { reloadOnStaleChunk } from '../../shell/reload-on-stale-chunk.ts';

const YearPicture = lazy(() => import('./YearPicture.tsx').catch(reloadOnStaleChunk));

/** The twelve-month chart; its code loads when the section opens. */
export function YearSection({ months }: { readonly months: readonly MonthSums[] }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="stack" aria-labelledby="year">
      <div className="row spread">
        <h2 id="year">{t('The last twelve months')}</h2>
        <button
          type="button"
          className="button button-plain"
          aria-expanded={open}
          aria-controls="year-picture"
          onClick={() => setOpen(!open)}
        >
          {open ? t('Hide chart and table') : t('Show chart and table')}
        </button>
      </div>
      <div id="year-picture" hidden={!open}>
        {open && (
          <Suspense>
            <YearPicture months={months} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
