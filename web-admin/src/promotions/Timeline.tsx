import { Button } from '@mui/material';
import { useNotify, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { date, percent, today } from '../format/format.ts';
import { StatusTag } from '../record/StatusTag.tsx';
import { Wide } from '../record/Wide.tsx';
import { type Promotion, rateShown } from './promotion.ts';
import { type DatedChange, timelineOf } from './timeline.ts';

const shown = ({ promoRate, isActive }: DatedChange): string =>
  promoRate === undefined
    ? `Switched ${isActive ? 'on' : 'off'}`
    : `Rate ${rateShown(promoRate)} (${percent(promoRate)} of revenue)`;

/** What was, what holds and what is planned; what is planned can be taken back. */
export function Timeline({ promotion, mayChange }: { promotion: Promotion; mayChange: boolean }) {
  const notify = useNotify();
  const refresh = useRefresh();
  const withdraw = async ({ what, from }: DatedChange) => {
    try {
      await call('DELETE', `promotions/${promotion.id}/changes/${what}/${from}`);
      notify('Withdrawn.', { type: 'success' });
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
    refresh();
  };
  return (
    <Wide>
      <table className="plain-table">
        <caption className="sr-only">Effective-dated changes</caption>
        <thead>
          <tr>
            <th scope="col">Counts from</th>
            <th scope="col">Change</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {timelineOf(promotion, today()).map((change) => (
            <tr key={`${change.from} ${change.what}`}>
              <td>{change.from.startsWith('0000') ? 'the beginning' : date(change.from)}</td>
              <td>{shown(change)}</td>
              <td>
                <StatusTag status={change.state} />{' '}
                {mayChange && change.state === 'planned' && (
                  <Button
                    aria-label={`Withdraw: ${shown(change)} from ${date(change.from)}`}
                    onClick={() => withdraw(change)}
                    size="small"
                  >
                    Withdraw
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
