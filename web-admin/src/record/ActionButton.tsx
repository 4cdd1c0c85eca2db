import { Button, type ButtonProps } from '@mui/material';
import { Link, type LinkProps } from 'react-router-dom';
import { useSay } from '../i18n/use-say.ts';
import type { Wording } from '../i18n/wording.ts';

export interface ActionButtonProps extends Omit<ButtonProps, 'children' | 'href'> {
  readonly label: Wording;
  /** Names the button to screen readers where the label does not name its record: `Edit %{agent}`. */
  readonly accessibleName?: Wording;
  /** Address that the button opens, as a link. */
  readonly to?: LinkProps['to'];
}

/** MUI's button with a translated label. */
export function ActionButton({ label, accessibleName, to, ...props }: ActionButtonProps) {
  const say = useSay();
  return (
    <Button
      {...(accessibleName && { 'aria-label': say(accessibleName) })}
      {...(to && { component: Link, to })}
      {...props}
    >
      {say(label)}
    </Button>
  );
}
