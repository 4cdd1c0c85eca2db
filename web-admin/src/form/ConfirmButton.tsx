import { Confirm } from 'react-admin';
import type { Commands } from '../api/data-provider.ts';
import { useCommand } from '../api/use-command.ts';
import { ActionButton, useClose } from '../components/ActionButton.tsx';
import { useSay, type Wording } from '../i18n/T.tsx';

interface Question {
  readonly label?: string;
  readonly title: Wording;
  readonly content: Wording;
  readonly run: (commands: Commands) => Promise<unknown>;
}

function Dialog({ label, title, content, run }: Question) {
  const say = useSay();
  const close = useClose();
  const { act, busy, ...commands } = useCommand();
  return (
    <Confirm
      confirm={label}
      confirmColor="warning"
      content={say(content)}
      isOpen
      loading={busy}
      onClose={close}
      onConfirm={() => act(() => run(commands)).then(close)}
      title={say(title)}
    />
  );
}

/** A button that sends a command after a question, to end or remove something. */
export const ConfirmButton = ({
  label = 'Remove',
  title,
  content,
  run,
  ...button
}: Question & { accessibleName?: Wording; size?: 'small'; variant?: 'outlined' }) => (
  <ActionButton
    {...button}
    color="error"
    dialog={<Dialog content={content} label={label} run={run} title={title} />}
    label={label}
  />
);
