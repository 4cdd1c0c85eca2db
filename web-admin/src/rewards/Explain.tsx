import { lazy, Suspense, useState } from 'react';
import { useSay } from '../i18n/use-say.ts';
import { loadPage } from '../shell/load-page.ts';
import './rewards.css';

const ExplainDrawer = lazy(() => loadPage(() => import('./ExplainDrawer.tsx')));

/** An amount of a reward that opens its explanation in place. */
export function ExplainedAmount({ id, amount }: { id: string; amount: string }) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        aria-haspopup="dialog"
        aria-label={say('Explain %{amount}', { amount })}
        className="amount-button"
        onClick={() => setOpen(true)}
        type="button"
      >
        {amount}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExplainDrawer id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
