import { listed, Refused } from '../client.ts';
import type { DemoPromotion, PromotionChange } from '../data/promotions.ts';
import type { Act, Step, Tools } from '../step.ts';
import { timeOf } from './times.ts';

const formOf = ({ promoCode, description, promoRate, startDate, endDate }: DemoPromotion) => ({
  promoCode,
  description,
  promoRate,
  startDate,
  endDate,
});

interface Listed {
  readonly id: string;
  readonly promoCode: string;
}

async function idOf({ client, people, marker }: Tools, promoCode: string): Promise<string> {
  const known = marker.note<string>(`promotion ${promoCode}`);
  if (known !== undefined) return known;
  const found = await listed(`promotion ${promoCode}`, async () => {
    const all = await client.call<Listed[]>('GET', '/api/admin/promotions', { token: await people.admin() });
    return all.find((one) => one.promoCode === promoCode);
  });
  await marker.keep(`promotion ${promoCode}`, found.id);
  return found.id;
}

async function add(tools: Tools, promotion: DemoPromotion, at: Date): Promise<void> {
  const { client, people } = tools;
  try {
    await client.call('POST', '/api/admin/add-promotion', { at, body: formOf(promotion), token: await people.admin() });
  } catch (error) {
    // Already created by an interrupted load.
    if (!(error instanceof Refused && error.status === 409)) throw error;
  }
}

async function change(tools: Tools, promotion: DemoPromotion, what: PromotionChange, at: Date): Promise<void> {
  const { client, people } = tools;
  const id = await idOf(tools, promotion.promoCode);
  const token = await people.admin();
  if ('isActive' in what) {
    await client.call('PUT', `/api/admin/${what.isActive ? 'activate' : 'deactivate'}-promotion/${id}`, { at, token });
    return;
  }
  const body = { ...formOf(promotion), promoRate: what.promoRate };
  await client.call('PUT', `/api/admin/update-promotion/${id}`, { at, token, body });
}

/** Promotions: added, with changed rates, switched off and on. */
export const promotions: Step = ({ promotions: plans, last }) =>
  plans.flatMap((plan): Act[] => {
    const about = ['promotions'];
    const { promoCode, createdOn } = plan;
    const act = (key: string, at: Date, perform: (tools: Tools) => Promise<void>): Act => ({ key, at, about, perform });
    const acts: Act[] = [];
    if (createdOn !== null) {
      const at = timeOf(createdOn, 9, promoCode.length * 150);
      acts.push(act(`promotion ${promoCode}`, at, (tools) => add(tools, plan, at)));
    }
    for (const what of plan.changes.filter(({ on }) => on <= last)) {
      const at = timeOf(what.on, 8, promoCode.length * 170);
      acts.push(act(`promotion ${promoCode} ${what.on}`, at, (tools) => change(tools, plan, what, at)));
    }
    return acts;
  });
