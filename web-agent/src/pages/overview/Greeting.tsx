import type { Overview } from '../../api/types.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { shortRand } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';
import type { SignedInAgent } from '../../session/session.ts';
import { FIGURES } from '../../settings.ts';

interface Props {
  readonly agent: SignedInAgent | null | undefined;
  /** Absent while it loads: the greeting then has the name from sign-in, and the minimum that the page came with. */
  readonly overview: Pick<Overview, 'firstName' | 'surname' | 'payoutMinimumCents'> | undefined;
}

/** The full name, capitalised, and the tracking number (specification, section 2, Incentives screen). */
export function Greeting({ agent, overview }: Props) {
  // The offline copy of an earlier release has no parts of the name.
  const { firstName, surname } = (overview?.firstName === undefined ? agent : overview) ?? NO_NAME;
  const name = [firstName, surname].map(capitalised).filter(Boolean).join(' ');
  return (
    <div className="page-head">
      <h1>{name ? t('Hello, %{name}', { name }) : t('Hello')}</h1>
      {agent?.loyaltyTrackingNo && (
        <p className="row tracking">
          {t('Loyalty tracking number')}
          <CopyButton text={agent.loyaltyTrackingNo} label={agent.loyaltyTrackingNo} what={t('(copy the number)')} />
        </p>
      )}
      <p className="quiet">
        {t('Payouts are made only at %{payoutMinimum} or more. Smaller amounts accumulate until they reach it.', {
          payoutMinimum: overview ? shortRand(overview.payoutMinimumCents) : FIGURES.payoutMinimum,
        })}
      </p>
    </div>
  );
}

const NO_NAME = { firstName: '', surname: '' };

/** Capitalises a first name or surname that was typed without capitals; any other is as its owner writes it. */
export const capitalised = (name: string): string => {
  const trimmed = name.trim();
  if (/\p{Lu}/u.test(trimmed)) return trimmed;
  return trimmed.replace(/(^|[\s'-])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
};
