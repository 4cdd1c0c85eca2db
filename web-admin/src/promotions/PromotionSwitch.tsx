import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';
import { ReasonButton } from '../form/ReasonDialog.tsx';

const OFFLINE = {
  deactivate: 'Unable to deactivate the promotion. Please try again later.',
  activate: 'Unable to activate the promotion. Please try again later.',
} as const;

/** Deactivate (red) or Reactivate (green), each after confirmation; also for an ended promotion. */
export function PromotionSwitch({ promotion: { id, isActive, promoCode } }: { promotion: Promotion }) {
  const action = isActive ? 'deactivate' : 'activate';
  const title = [isActive ? 'Deactivate %{promoCode}' : 'Reactivate %{promoCode}', { promoCode }] as const;
  return (
    <ReasonButton
      accessibleName={title}
      color={isActive ? 'error' : 'success'}
      destructive={isActive}
      doneMessage={isActive ? 'The promotion was deactivated.' : 'The promotion was reactivated.'}
      explanation={
        isActive
          ? 'Are you sure you want to deactivate this promotion?'
          : 'Are you sure you want to reactivate this promotion?'
      }
      isReasonOptional
      label={isActive ? 'Deactivate' : 'Reactivate'}
      offline={OFFLINE[action]}
      send={(reason, { command }) => command('PUT', `${action}-promotion/${id}`, undefined, { reason })}
      title={title}
    />
  );
}
