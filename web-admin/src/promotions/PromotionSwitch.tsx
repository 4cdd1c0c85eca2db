import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';
import { call, reasonHeader } from '../api/http.ts';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';

const OFFLINE = {
  deactivate: 'Unable to deactivate the promotion. Please try again later.',
  activate: 'Unable to activate the promotion. Please try again later.',
} as const;

function SwitchDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const { id, isActive, promoCode } = promotion;
  const doing = isActive ? 'deactivate' : 'activate';
  const submit = useSubmit<{ reason?: string }>({
    send: ({ reason }) => call<{ message: string }>('PUT', `${doing}-promotion/${id}`, undefined, reasonHeader(reason)),
    done: 'Saved.',
    offline: OFFLINE[doing],
    onDone: onClose,
  });
  return (
    <FormDialog
      action={isActive ? 'Deactivate' : 'Reactivate'}
      destructive={isActive}
      onClose={onClose}
      onSubmit={submit}
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
      dialog={(close) => <SwitchDialog onClose={close} promotion={promotion} />}
      variant="outlined"
    />
  );
}
