import type { Commands } from '../api/data-provider.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { T, type Wording } from '../i18n/T.tsx';
import { FormDialog } from './FormDialog.tsx';

/** A button that sends a command after a question, to end or remove something. */
export const ConfirmButton = ({
  label = 'Remove',
  title,
  content,
  run,
  ...button
}: {
  label?: string;
  title: Wording;
  content: Wording;
  run: (commands: Commands) => Promise<unknown>;
  accessibleName?: Wording;
  size?: 'small';
  variant?: 'outlined';
}) => (
  <ActionButton
    {...button}
    color="error"
    dialog={
      <FormDialog action={label} destructive send={(_, commands) => run(commands)} title={title}>
        <T as="p">{content}</T>
      </FormDialog>
    }
    label={label}
  />
);
