import { lazy, Suspense, useState } from 'react';
import { reloadOnStaleChunk } from '../../shell/reload-on-stale-chunk.ts';
import './blurb.css';

const LearnMore = lazy(() => import('./LearnMore.tsx').catch(reloadOnStaleChunk));

/** The promotional text (specification, section 1, Home page) and a link to its terms. */
export function Blurb({ level = 1 }: { readonly level?: 1 | 2 }) {
  const Heading = `h${level}` as const;
  const [open, setOpen] = useState(false);
  return (
    <div className="blurb">
      <Heading className="blurb-heading">Real cash for every completed booking</Heading>
      <p>
        You book the rental, your client takes the trip, you earn. At least R50 for each qualifying reservation, paid
        into your own bank account.
      </p>
      <button type="button" className="button button-on-deep" onClick={() => setOpen(true)}>
        Learn more
      </button>
      {open && (
        <Suspense>
          <LearnMore onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
