import { useState } from 'react';
import { Confirm } from 'react-admin';
import { useSay, type Wording } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';

/** A button that removes something after a question. */
export function ConfirmButton({
  accessibleName,
  title,
  content,
  size,
  variant,
  onConfirm,
}: {
  accessibleName?: Wording;
  title: Wording;
  content: Wording;
  size?: 'small';
  variant?: 'outlined';
  onConfirm: () => unknown;
}) {
  const say = useSay();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActionButton
        accessibleName={accessibleName}
        color="error"
        label="Remove"
        onClick={() => setAsking(true)}
        size={size}
        variant={variant}
      />
      <Confirm
        confirm="Remove"
        confirmColor="warning"
        content={say(content)}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
        title={say(title)}
      />
    </>
  );
}
