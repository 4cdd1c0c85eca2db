import { useState } from 'react';
import { ConfirmPopup } from '../../dialogs/ConfirmPopup.tsx';
import { Dialog } from '../../dialogs/Dialog.tsx';
import { t } from '../../i18n/t.tsx';

interface Props {
  readonly message: string;
  readonly onEdit: () => void;
  readonly onCancel: () => void;
}

/** Shows the error first, then the possible next steps (specification, section 8, Referral submission). */
export function RefusedPopups({ message, onEdit, onCancel }: Props) {
  const [seen, setSeen] = useState(false);
  if (!seen) {
    return (
      <Dialog key="error" title={t('Error')} onClose={() => setSeen(true)} alert>
        <p>{message}</p>
        <div className="actions">
          <button type="button" className="button" onClick={() => setSeen(true)}>
            {t('OK')}
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <ConfirmPopup
      key="registered"
      title={t('Travel Agent Already Registered')}
      text={t('This travel agent is already in the programme. Correct the information, refer someone else, or cancel.')}
      onCancel={onCancel}
      onEdit={onEdit}
    />
  );
}
