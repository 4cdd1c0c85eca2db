import { assertImported, type Client } from '../client.ts';
import type { DemoAgent } from '../data/agents.ts';
import type { DemoPromotion } from '../data/promotions.ts';
import type { Act, Step, Tools } from '../step.ts';
import { timeOf } from './times.ts';

const agentLine = ({ form, loyaltyTrackingNo, joinedOn }: DemoAgent): object => ({
  type: 'agent',
  ...form,
  cellNumber: `${form.countryDialCode}${form.cellNumber}`,
  termsAndConditions: 'Y',
  employerConsent: 'Y',
  loyaltyTrackingNo,
  activeFrom: joinedOn,
});

const promotionLine = ({ promoCode, description, promoRate, startDate, endDate }: DemoPromotion): object => ({
  type: 'promotion',
  promoCode,
  description,
  promoRate,
  startDate,
  endDate,
  isActive: true,
});

async function send(client: Client, token: string, at: Date, lines: readonly object[]): Promise<void> {
  const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  assertImported(await client.call<string>('POST', '/api/admin/import', { at, token, body }));
}

const importAct = (
  key: string,
  at: Date,
  about: readonly string[],
  lines: (tools: Tools) => readonly object[],
): Act => ({
  key,
  at,
  about,
  perform: async (tools) => send(tools.client, await tools.people.admin(), at, lines(tools)),
});

/** Migrates the programme's agents and promotions on the first morning, and later agencies' agents. */
export const takeOver: Step = ({ first, agents, promotions }) => {
  const founding = agents.filter(({ how }) => how === 'founding');
  const before = promotions.filter(({ createdOn }) => createdOn === null);
  const agencies = new Map<string, DemoAgent[]>();
  for (const agent of agents.filter(({ how }) => how === 'joining'))
    agencies.set(agent.agency.name, [...(agencies.get(agent.agency.name) ?? []), agent]);
  return [
    importAct('take over', timeOf(first, 7), ['promotions', ...founding.map(({ key }) => key)], () => [
      ...before.map(promotionLine),
      ...founding.map(agentLine),
    ]),
    ...[...agencies].map(([name, people]) =>
      importAct(
        `take over ${name}`,
        timeOf(people.at(-1)?.joinedOn ?? first, 10),
        people.map(({ key }) => key),
        () => people.map(agentLine),
      ),
    ),
  ];
};
