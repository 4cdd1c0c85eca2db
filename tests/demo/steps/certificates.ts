import { Refused } from '../client.ts';
import type { Step } from '../step.ts';
import { later, timeOf } from './times.ts';

/** Certificates of the last tax year, with an approval. */
export const certificates: Step = ({ certificates: plan }) => {
  if (!plan) return [];
  const at = timeOf(plan.on, 11);
  return [
    {
      key: `certificates ${plan.taxYear}`,
      at,
      about: ['books'],
      perform: async ({ client, people, marker }) => {
        if (!people.hasSecond) return;
        await client.caughtUp();
        const key = `certificates ${plan.taxYear}`;
        const body = { reason: 'The year is closed and reconciled with the EMP201 returns.' };
        const path = `/api/admin/tax-years/${plan.taxYear}/certificates`;
        const known = marker.note<string>(key);
        const asked = known
          ? { approvalId: known }
          : await client.call<{ approvalId: string }>('POST', path, { at, token: await people.admin(0), body });
        await marker.keep(key, asked.approvalId);
        const approved = { at: later(at, 45), body: { reason: 'Compared with the months of payment.' } };
        const sent = { ...approved, token: await people.admin(1) };
        try {
          await client.call('POST', `/api/admin/approvals/${asked.approvalId}/approve`, sent);
        } catch (error) {
          // Already approved by an interrupted load.
          if (!(error instanceof Refused && error.status === 409)) throw error;
        }
      },
    },
  ];
};
