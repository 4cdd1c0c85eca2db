import { Confirm } from 'react-admin';
import { ActionButton, useClose } from '../components/ActionButton.tsx';
import { useSay, type Wording } from '../i18n/T.tsx';

interface Question {
  readonly label?: string;
  readonly title: Wording;
  readonly content: Wording;
  readonly onConfirm: () => unknown;
}

function Dialog({ label, title, content, onConfirm }: Question) {
  const say = useSay();
  const close = useClose();
  return (
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
  );
}

/** A button that ends something after a question. */
export const ConfirmButton = ({
  label = 'Remove',
  title,
  content,
  onConfirm,
  ...button
}: Question & { accessibleName?: Wording; size?: 'small'; variant?: 'outlined' }) => (
  <ActionButton
    {...button}
    color="error"
    dialog={<Dialog content={content} label={label} onConfirm={onConfirm} title={title} />}
    label={label}
  />
);
