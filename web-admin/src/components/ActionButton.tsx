import { Button, type ButtonProps } from '@mui/material';
import { createContext, type ReactNode, type SyntheticEvent, useContext, useRef, useState } from 'react';
import { Link, type LinkProps, useSearchParams } from 'react-router-dom';
import type { Commands } from '../api/data-provider.ts';
import { download } from '../api/http.ts';
import { useAction, useCommand } from '../api/use-command.ts';
import { useTranslation, type Wording } from '../i18n/T.tsx';
import { useFocusAfterwards } from './use-focus-afterwards.ts';

interface Props extends Omit<ButtonProps, 'children' | 'href'> {
  readonly label: Wording;
  /** Names the button to screen readers where the label does not name its record: `Edit %{agent}`. */
  readonly accessibleName?: Wording | undefined;
  /** Address that the button opens, as a link. */
  readonly to?: LinkProps['to'];
  /**
   * Closes by `useClose`. In the head of a page the address opens it: `action` is the button's `name`, `about` the id
   * of a record.
   */
  readonly dialog?: ReactNode;
  /** Whether its work is running. It ignores presses then, and keeps the focus, which a disabled button loses. */
  readonly isBusy?: boolean;
  /** Whether the action is unavailable now, such as `Next` on the last page. Like `isBusy`, it keeps the focus. */
  readonly isUnavailable?: boolean;
}

/** Closes the dialog that contains a component. */
export const CloseDialog = createContext<() => void>(() => undefined);
export const useClose = (): (() => void) => useContext(CloseDialog);

/** Whether the address opens the dialogs of the buttons within it. */
export const OpenedByAddress = createContext(false);

/** The parameters of an address without the dialog of an action that it opens. */
export const withoutAction = (search: URLSearchParams): URLSearchParams => {
  search.delete('action');
  search.delete('about');
  return search;
};

/** MUI's button with a translated label. It can open an address or a dialog. */
export function ActionButton({ label, accessibleName, to, dialog, isBusy, isUnavailable, ...props }: Props) {
  const translate = useTranslation();
  const [search, setSearch] = useSearchParams();
  const [isPressed, setPressed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfterwards(button);
  const isOpenByAddress =
    useContext(OpenedByAddress) && props.name !== undefined && search.get('action') === props.name;
  const close = () => {
    setPressed(false);
    if (isOpenByAddress) setSearch(withoutAction, { replace: true });
  };
  return (
    <>
      <Button
        ref={button}
        {...(accessibleName && { 'aria-label': translate(accessibleName) })}
        {...(to && { component: Link, to })}
        {...(dialog && { onClick: () => setPressed(true) })}
        {...props}
        {...((isBusy || isUnavailable) && {
          'aria-disabled': true,
          onClick: (event: SyntheticEvent) => event.preventDefault(),
          sx: { cursor: isBusy ? 'progress' : 'default', opacity: 0.6 },
        })}
      >
        {translate(label)}
      </Button>
      {(isPressed || isOpenByAddress) && <CloseDialog value={close}>{dialog}</CloseDialog>}
    </>
  );
}

/** Sends a command and shows its result or `doneMessage`, or else the error. Then reads all data of the page again. */
export function CommandButton({
  run,
  doneMessage,
  ...button
}: Props & { run: (commands: Commands) => Promise<unknown>; doneMessage?: string }) {
  const { act, isBusy, ...commands } = useCommand();
  return <ActionButton {...button} isBusy={isBusy} onClick={() => act(() => run(commands), doneMessage)} />;
}

/** Downloads a file under `/api/admin/`. `onDone` runs after the download, where the server records that. */
export function DownloadButton({ path, onDone, ...button }: Props & { path: string; onDone?: () => unknown }) {
  const { act, isBusy } = useAction();
  const start = () =>
    act(async () => {
      await download(`/api/admin/${path}`);
      onDone?.();
    });
  return (
    <ActionButton
      variant="outlined"
      {...button}
      isBusy={isBusy}
      label={isBusy ? 'Preparing...' : button.label}
      onClick={start}
    />
  );
}

/** Copies to the clipboard. Throws where the browser refuses it; without https there is none. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new Error('The browser does not allow copying. Select the text and copy it.');
  }
}

export function CopyButton({ text, doneMessage, ...button }: { text: string; doneMessage: string } & Props) {
  const { act } = useAction();
  return <ActionButton {...button} onClick={() => act(() => copyText(text), doneMessage)} />;
}
