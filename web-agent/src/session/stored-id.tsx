import { Link } from '../components/Link.tsx';
import { t } from '../i18n/t.tsx';
import { MESSAGES } from '../messages/messages.ts';
import { KEYS, loadValue, storageAvailable } from '../state/storage.ts';

type StoredId = { readonly id: number } | { readonly problem: string };

interface Words {
  readonly storage: string;
  readonly missing: string;
  readonly invalid: string;
}

/** For a stored `UserId` that is missing or not a positive number (specification, section 8). */
export const ID_WORDS = {
  agency: {
    storage: t('localStorage is not available in this environment.'),
    missing: t('No user ID found in local storage.'),
    invalid: MESSAGES.invalidUserId,
  },
  banking: {
    storage: MESSAGES.noStorage,
    missing: t('User ID is missing. Please log in first.'),
    invalid: MESSAGES.invalidUserId,
  },
  referral: {
    storage: MESSAGES.noStorage,
    missing: MESSAGES.referredAgentIdMissing,
    invalid: MESSAGES.referredAgentIdMissing,
  },
  referralStatus: {
    storage: MESSAGES.noStorage,
    missing: MESSAGES.referrerIdPositive,
    invalid: MESSAGES.referrerIdPositive,
  },
} as const satisfies Record<string, Words>;

/** Returns the agent's id from the browser's storage, or the page's message for the problem. */
export function storedId(words: Words): StoredId {
  if (!storageAvailable()) return { problem: words.storage };
  const text = loadValue(KEYS.userId);
  if (text === null || text === '') return { problem: words.missing };
  return /^[1-9]\d*$/.test(text) ? { id: Number(text) } : { problem: words.invalid };
}

/** Replaces a public page that shows only the agent's own data: the problem, and a link to sign in. */
export function SignInFirst({ problem }: { readonly problem: string }) {
  return (
    <div className="note note-danger" role="alert">
      <p>{problem}</p>
      <p>
        <Link to="/">{t('Go to Login')}</Link>
      </p>
    </div>
  );
}
