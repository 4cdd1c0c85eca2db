import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { t } from '../../i18n/t.tsx';

export default function LearnMore({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('How you earn')} onClose={onClose}>
      <ul>
        <li>
          {t(
            'Rewards are earned only on qualifying rentals booked with a promotional code that matches the reservation. Corporate codes earn nothing.',
          )}
        </li>
        <li>
          {t(
            'Nothing is paid for cancellations, no-shows, accidents, payment disputes or issues that are not resolved.',
          )}
        </li>
        <li>{t('The company may change terms, codes and values at any time.')}</li>
        <li>{t('You must register and confirm that your employer agrees to you earning rewards.')}</li>
      </ul>
      <div className="actions">
        <Button label={t('Close')} onPress={onClose} hasFocus />
      </div>
    </Dialog>
  );
}
