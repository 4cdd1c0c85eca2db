import { Button } from '../components/Button.tsx';
import { t } from '../i18n/t.tsx';
import { Dialog } from './Dialog.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly onCancel: () => void;
  readonly onEdit: () => void;
}

/** The shared confirmation popup with Cancel and Edit (specification, section 2, Shared chrome). Escape acts as Edit. */
export function ConfirmPopup({ title, text, onCancel, onEdit }: Props) {
  return (
    <Dialog title={title} onClose={onEdit} alert>
      <p>{text}</p>
      <div className="actions">
        <Button label={t('Cancel')} look="plain" onPress={onCancel} />
        <Button label={t('Edit')} onPress={onEdit} />
      </div>
    </Dialog>
  );
}
