import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import { branchCodeOf, type DemoAgent } from './agents.ts';
import { bankAccountOf, cellNumber, landline } from './numbers.ts';
import { type Random, randomOf } from './random.ts';

/** A change of an agent by an administrator, by two, or by the agent. */
export type AgentChange =
  | { readonly kind: 'details'; readonly by: 'admin' | 'self'; readonly fields: Readonly<Record<string, string>> }
  | {
      readonly kind: 'bank';
      readonly by: 'self' | 'two admins';
      readonly fields: Readonly<Record<string, string>>;
      /** The approver's decision; null: still waiting. */
      readonly second: 'approve' | 'reject' | null;
    }
  | { readonly kind: 'suspend' | 'reinstate'; readonly reason: string };

export type DemoChange = AgentChange & { readonly key: string; readonly on: Day; readonly agent: string };

const SUSPENDED = [
  'Left the agency; the agency asked us to close the account for now.',
  'Several reservations were made after the rental had begun. Under review.',
  'The agency’s IATA accreditation lapsed.',
  'The employer withdrew the consent by letter.',
];
const REINSTATED = ['The review found nothing wrong.', 'The accreditation was renewed; a copy is on file.'];

/** A new account of the same person. */
function newBank({ form }: DemoAgent, random: Random): Record<string, string> {
  const { bankName, bankAccountNumber } = bankAccountOf(random);
  return {
    bankName,
    bankAccountNumber,
    bankAccountHolderName: form.bankAccountHolderName,
    branchCode: branchCodeOf(bankName),
    branchName: 'Universal',
  };
}

function newDetails({ form, agency }: DemoAgent, random: Random): Record<string, string> {
  const { place } = agency;
  const [suburb, postalCode] = random.pick(place.suburbs);
  return random.pick<Record<string, string>>([
    {
      physicalAddressLine1: `${random.int(1, 480)} ${random.pick(place.streets)}`,
      physicalAddressLine2: suburb,
      postalCode,
    },
    { telephoneNumber: landline(place, random) },
    { title: form.title === 'Ms' ? 'Mrs' : form.title === 'Miss' ? 'Ms' : 'Dr' },
    { communicationMethod: form.communicationMethod === 'C' ? 'E' : 'C' },
    { iataNumber: form.iataNumber.slice(0, 7) },
  ]);
}

/** Changes of agents over the year, for realistic histories and approvals. */
export function makeChanges(
  seed: number,
  first: Day,
  last: Day,
  days: number,
  agents: readonly DemoAgent[],
): readonly DemoChange[] {
  const random = randomOf(seed, 'changes');
  const changes: DemoChange[] = [];
  const plan = (agent: DemoAgent, day: number, change: AgentChange): void => {
    const on = addDays(first, day);
    if (on > last || on <= addDays(agent.joinedOn, 2)) return;
    changes.push({ ...change, key: `c${changes.length}`, on, agent: agent.key });
  };
  const others = random.shuffled(agents.filter(({ how }) => how === 'founding' || how === 'added'));
  const founders = others.filter(({ how }) => how === 'founding');
  const themselves = agents.filter(({ how }) => how === 'registered');

  // Twenty single changes, and three of one record for its history.
  for (let n = 0; n < 20; n++) {
    const agent = others[n % 17] as DemoAgent;
    plan(agent, Math.round(30 + ((days - 40) * n) / 20), {
      kind: 'details',
      by: 'admin',
      fields: newDetails(agent, random),
    });
  }
  founders.slice(16, 23).forEach((agent, n) => {
    const second = n === 2 ? 'reject' : n === 6 ? null : 'approve';
    plan(agent, n === 6 ? days - 4 : 45 + n * 47, {
      kind: 'bank',
      by: 'two admins',
      fields: newBank(agent, random),
      second,
    });
  });
  founders.slice(23, 27).forEach((agent, n) => {
    plan(agent, 80 + n * 70, { kind: 'suspend', reason: SUSPENDED[n] as string });
    const reason = REINSTATED[n - 1];
    if (reason) plan(agent, 96 + n * 70, { kind: 'reinstate', reason });
  });
  // Some agents change their own data with a code; the third never signs in (see referrals).
  [0, 1, 3, 4]
    .flatMap((place) => themselves[place] ?? [])
    .forEach((agent, n) => {
      plan(agent, 130 + n * 41, { kind: 'details', by: 'self', fields: detailsBySelf(agent, random, n === 3) });
      if (n < 3) plan(agent, 222 + n * 33, { kind: 'bank', by: 'self', fields: newBank(agent, random), second: null });
    });
  return changes.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
}

/** A new office number; with `cell` also a new cell number, which receives codes from then on. */
const detailsBySelf = ({ agency, form }: DemoAgent, random: Random, cell: boolean): Record<string, string> => ({
  telephoneNumber: landline(agency.place, random),
  ...(cell ? { cellNumber: `${form.countryDialCode}${cellNumber(agency.place.country, random)}` } : {}),
});
