import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { t } from '../../i18n/t.tsx';
import { problemOf } from '../../one-time-password/code-wait.ts';
import { reloadOnStaleChunk } from '../../shell/reload-on-stale-chunk.ts';
import { KEYS, loadValue } from '../../state/storage.ts';

const load = () => import('../../passkeys/sign-in.ts').catch(reloadOnStaleChunk);

interface Props {
  /** Path that opens after an agent's sign-in. */
  readonly landsOn: string;
  readonly onProblem: (problem: string | null) => void;
}

/** Where one was used before, the browser also offers it in the input for the sign-in name. */
export function PasskeyButton({ landsOn, onProblem }: Props) {
  const [busy, setBusy] = useState(false);
  const target = useRef(landsOn);
  target.current = landsOn;

  /** Offers passkeys in the input. An offer that ends without a choice needs no message: the button is still there. */
  const offer = useRef(async (): Promise<void> => {
    if (!loadValue(KEYS.passkey)) return;
    let isChosen = false;
    const onChosen = () => {
      isChosen = true;
    };
    try {
      const { signInWithPasskey } = await load();
      open(await signInWithPasskey(target.current, { autofill: true, onChosen }));
    } catch (failure) {
      if (!isChosen) return;
      onProblem(problemOf(failure));
      // The challenge was used, or had expired while the page was open.
      void offer.current();
    }
  });
  useEffect(() => void offer.current(), []);

  async function press(): Promise<void> {
    onProblem(null);
    if (!('PublicKeyCredential' in window))
      return onProblem(t('This browser cannot use passkeys. Sign in with your password.'));
    setBusy(true);
    try {
      const { signInWithPasskey } = await load();
      open(await signInWithPasskey(landsOn));
    } catch (failure) {
      setBusy(false);
      const cancelled = failure instanceof Error && !(failure instanceof ApiError) && 'cause' in failure;
      onProblem(cancelled ? t('No passkey was used. Try again, or sign in with your password.') : problemOf(failure));
      // The press ended the offer in the input.
      void offer.current();
    }
  }

  return (
    <button
      type="button"
      className="button button-plain button-wide"
      // A disabled button would lose the focus.
      aria-busy={busy || undefined}
      onClick={() => busy || press()}
    >
      {busy ? t('Waiting for your passkey...') : t('Sign in with a passkey')}
    </button>
  );
}

const open = (path: string): void => window.location.assign(path);
