import type { CommunicationMethod } from '../api/types.ts';
import { t } from '../i18n/t.tsx';
import { lazyPart } from '../shell/lazy-page.tsx';
import { reloadOnStaleChunk } from '../shell/reload-on-stale-chunk.ts';

/** Seconds before a new code can be requested. */
export const RESEND_WAIT_SECONDS = 30;

/** Loads the code dialog. Call it before a code is sent, so that no code is sent that cannot be entered. */
export const loadOtpDialog = () => import('../dialogs/OtpDialog.tsx').catch(reloadOnStaleChunk);

export const LazyOtpDialog = lazyPart(async () => ({ default: (await loadOtpDialog()).OtpDialog }));

/** Returns the masked destination of the code, with just enough of the address for its owner to recognise it. */
export function sentTo(method: CommunicationMethod, cellNumber: string, email: string): string {
  return method === 'E'
    ? t('A 6-digit one-time password was sent to your email address %{email}. It expires in 10 minutes.', {
        email: email.replace(/^(.).*(@.*)$/, '$1…$2'),
      })
    : t('A 6-digit one-time password was sent to your mobile number ending in %{ending}. It expires in 10 minutes.', {
        ending: cellNumber.slice(-3),
      });
}
