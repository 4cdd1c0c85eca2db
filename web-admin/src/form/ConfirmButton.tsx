import { Confirm } from 'react-admin';
import { useSay, type Wording } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';

/** A button that ends something after a question. */
export function ConfirmButton({
  label = 'Remove',
  title,
  content,
  onConfirm,
  ...button
}: {
  label?: string;
  accessibleName?: Wording;
  title: Wording;
  content: Wording;
  size?: 'small';
  variant?: 'outlined';
  onConfirm: () => unknown;
}) {
  const say = useSay();
  return (
    <ActionButton
      color="error"
      dialog={(close) => (
        <Confirm
          confirm={label}
          confirmColor="warning"
          content={say(content)}
          isOpen
          onClose={close}
          onConfirm={() => {
            close();
            onConfirm();
          }}
          title={say(title)}
        />
      )}
      label={label}
      {...button}
    />
  );
}
