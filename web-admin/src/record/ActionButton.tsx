import { Button, type ButtonProps } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { useSay } from '../i18n/use-say.ts';
import type { Wording } from '../i18n/wording.ts';

interface Props extends Omit<ButtonProps, 'children' | 'href'> {
  readonly label: Wording;
  /** Names the button to screen readers where the label does not name its record: `Edit %{agent}`. */
  readonly accessibleName?: Wording;
  /** Address that the button opens, as a link. */
  readonly to?: LinkProps['to'];
  /** Dialog that the button opens. */
  readonly dialog?: (close: () => void) => ReactNode;
}

/** MUI's button with a translated label. It can open an address or a dialog. */
export function ActionButton({ label, accessibleName, to, dialog, ...props }: Props) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...(accessibleName && { 'aria-label': say(accessibleName) })}
        {...(to && { component: Link, to })}
        {...(dialog && { onClick: () => setOpen(true) })}
        {...props}
      >
        {say(label)}
      </Button>
      {isOpen && dialog?.(() => setOpen(false))}
    </>
  );
}
