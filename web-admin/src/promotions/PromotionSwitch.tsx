import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';
import { useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { T } from '../i18n/T.tsx';

const OFFLINE = {
  deactivate: 'Unable to deactivate the promotion. Please try again later.',
  activate: 'Unable to activate the promotion. Please try again later.',
} as const;

function SwitchDialog({ promotion: { id, isActive, promoCode } }: { promotion: Promotion }) {
  const { command } = useCommand();
  const doing = isActive ? 'deactivate' : 'activate';
  return (
    <FormDialog<{ reason?: string }>
      action={isActive ? 'Deactivate' : 'Reactivate'}
      destructive={isActive}
      done="Saved."
      offline={OFFLINE[doing]}
      send={({ reason }) => command('PUT', `${doing}-promotion/${id}`, undefined, { reason })}
      title={[isActive ? 'Deactivate %{promoCode}' : 'Reactivate %{promoCode}', { promoCode }]}
      values={{ reason: '' }}
    >
      <T as="p">
        {isActive
          ? 'Are you sure you want to deactivate this promotion?'
          : 'Are you sure you want to reactivate this promotion?'}
      </T>
      <ReasonInput isOptional />
    </FormDialog>
  );
}

/** Deactivate (red) or Reactivate (green), each after confirmation; nothing for an ended promotion. */
export function PromotionSwitch({ promotion }: { promotion: Promotion }) {
  const { isActive, promoCode, state } = promotion;

  if (state === 'ended') return null;
  return (
    <ActionButton
      label={isActive ? 'Deactivate' : 'Reactivate'}
      accessibleName={[isActive ? 'Deactivate %{promoCode}' : 'Reactivate %{promoCode}', { promoCode }]}
      color={isActive ? 'error' : 'success'}
      dialog={<SwitchDialog promotion={promotion} />}
      variant="outlined"
    />
  );
}
