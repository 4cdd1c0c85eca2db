import type { OtpContact } from '../api/types.ts';
import { t } from '../i18n/t.tsx';

/** Returns the masked destination of the code, with just enough of the address for its owner to recognise it. */
export function sentTo({ communicationMethod, cellNumber, emailAddress }: OtpContact): string {
  return communicationMethod === 'E'
    ? t('A 6-digit one-time password was sent to your email address %{email}. It expires in 10 minutes.', {
        email: emailAddress.replace(/^(.).*(@.*)$/, '$1…$2'),
      })
    : t('A 6-digit one-time password was sent to your mobile number ending in %{ending}. It expires in 10 minutes.', {
        ending: cellNumber.slice(-3),
      });
}
