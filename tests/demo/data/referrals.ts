import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import type { Agency } from './agencies.ts';
import { type DemoAgent, formOf } from './agents.ts';
import { randomOf } from './random.ts';

/** A referred person (specification, section 3, Referral request). */
export interface ReferredForm {
  readonly firstName: string;
  readonly surname: string;
  readonly emailAddress: string;
  readonly contactNumber: string;
  readonly countryDialCode: string;
  readonly iATANumber: string;
  readonly agencyName: string;
}

export interface DemoReferral {
  readonly key: string;
  readonly on: Day;
  /** Key of the referring agent. */
  readonly by: string;
  readonly person: ReferredForm;
  /** Key of the agent that the invited person became; null: still invited. */
  readonly becomes: string | null;
}

const INVITED_ONLY = 13;

/** Referrals in each state: completed, registered and invited. */
export function makeReferrals(
  seed: number,
  first: Day,
  days: number,
  agents: readonly DemoAgent[],
  agencies: readonly Agency[],
): readonly DemoReferral[] {
  const random = randomOf(seed, 'referrals');
  const members = agents.filter(({ how }) => how === 'registered');
  // Early agents refer others. The third never signs in, so that a visitor's sign-in does not reach the limit on codes.
  const referrers = members.slice(0, 7).filter((_, place) => place !== 2);
  const emails = new Set(agents.map(({ form }) => form.emailAddress));
  const referrals: DemoReferral[] = [];
  const refer = (on: Day, person: DemoAgent['form'], becomes: string | null): void => {
    const there = referrers.filter(({ joinedOn }) => joinedOn < on);
    // Visitors sign in as the first agent, so that one has several referrals.
    const by = referrals.length % 3 === 0 ? there[0] : random.pick(there);
    if (!by) return;
    referrals.push({ key: `r${referrals.length}`, on, by: by.key, person: personOf(person), becomes });
  };
  const followers = agents
    .filter(({ how }) => how === 'registered' || how === 'waiting')
    .filter((one) => !members.slice(0, 7).includes(one));
  for (const { joinedOn, form, key, how } of followers) {
    if (how === 'registered' && random.chance(0.2)) continue;
    const earlier = addDays(joinedOn, -random.int(2, 12));
    refer(earlier, form, key);
  }
  for (let n = 0; n < INVITED_ONLY; n++) {
    const on = addDays(first, Math.round(20 + ((days - 25) * n) / INVITED_ONLY));
    refer(on, formOf(random, random.pick(agencies), emails, n), null);
  }
  return referrals;
}

const personOf = (form: DemoAgent['form']): ReferredForm => ({
  firstName: form.firstName,
  surname: form.surname,
  emailAddress: form.emailAddress,
  contactNumber: form.cellNumber,
  countryDialCode: form.countryDialCode,
  iATANumber: form.iataNumber,
  agencyName: form.agencyName,
});
