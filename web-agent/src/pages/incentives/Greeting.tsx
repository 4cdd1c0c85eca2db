import type { Overview, SignedInAgent } from '../../api/types.ts';
import { shortRand } from '../../format/money.ts';
import { CopyButton } from '../../shell/CopyButton.tsx';

interface Props {
  readonly agent: SignedInAgent | null | undefined;
  /** Absent while it loads: the greeting then uses the name from sign-in and the note reserves its space. */
  readonly overview: Pick<Overview, 'fullName' | 'payoutMinimumCents'> | null | undefined;
}

/**
 * The agent's full name, capitalised, and the loyalty tracking number (specification, section 2, Incentives screen).
 */
export function Greeting({ agent, overview }: Props) {
  const payoutMinimumCents = overview?.payoutMinimumCents;
  const signedInAs = agent ? `${agent.firstName} ${agent.surname}` : '';
  const name = capitalised(overview?.fullName || signedInAs);
  return (
    <div className="page-head greeting">
      <h1>Hello{name && `, ${name}`}</h1>
      {agent?.loyaltyTrackingNo && (
        <p className="row tracking">
          <span>
            Loyalty tracking number <strong className="tabular">{agent.loyaltyTrackingNo}</strong>
          </span>
          <CopyButton text={agent.loyaltyTrackingNo} label="Copy" what="the loyalty tracking number" />
        </p>
      )}
      <p className="quiet">
        Payouts are made only at {payoutMinimumCents === undefined ? 'the minimum' : shortRand(payoutMinimumCents)} or
        more. Smaller amounts accumulate until they reach it.
      </p>
    </div>
  );
}

/** Capitalises a name that was typed without capitals; any other name is as its owner writes it. */
export const capitalised = (name: string): string => {
  const trimmed = name.trim();
  if (/\p{Lu}/u.test(trimmed)) return trimmed;
  return trimmed.replace(/(^|[\s'-])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
};
