import { LinearProgress } from '@mui/material';
import { call } from '../api/http.ts';
import { grouped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { duration } from '../operations/operations.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { useAction } from '../record/use-action.ts';
import type { WhatIf } from './what-if.ts';

/** Progress of a simulation with an estimate of the remaining time and a stop button. */
export function WhatIfProgress({ run, onStopped }: { run: WhatIf; onStopped: () => void }) {
  const say = useSay();
  const { act } = useAction(onStopped);
  const { id, state, done, total, rate, remainingMs } = run;
  const share = total ? Math.min(100, (done / total) * 100) : 0;
  const stop = () => act(() => call('POST', `what-ifs/${id}/cancel`), 'Cancelling…');
  return (
    <div className="progress">
      <LinearProgress
        aria-label={say('Recalculating past rewards')}
        value={share}
        variant={total && state === 'running' ? 'determinate' : 'indeterminate'}
      />
      <p role="status">
        {state === 'waiting' && <T>Queued.</T>}
        {state === 'running' &&
          (total === null ? (
            <T>Starting.</T>
          ) : (
            <T
              values={{
                done: grouped(done),
                total: grouped(total),
                rate: grouped(rate),
                remaining: duration(remainingMs ?? 0),
              }}
            >
              {remainingMs === null
                ? '%{done} of %{total} reservations, %{rate} a second'
                : '%{done} of %{total} reservations, %{rate} a second, about %{remaining} left'}
            </T>
          ))}
      </p>
      <ActionButton label="Cancel" className="start" color="error" onClick={stop} variant="outlined" />
    </div>
  );
}
