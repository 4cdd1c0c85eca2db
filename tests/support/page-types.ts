import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/quality/checkout.ts';
import { command } from '../../scripts/quality/command.ts';
import { account } from '../../web-agent/src/api/account-calls.ts';
import { api } from '../../web-agent/src/api/calls.ts';
import { money } from '../../web-agent/src/api/money-calls.ts';
import { rewards } from '../../web-agent/src/api/reward-calls.ts';

/** An answer of the product and the type with which a page reads it. */
export interface Read {
  /** The page's module, relative to the checkout. */
  readonly module: string;
  /** The type's name in the module. */
  readonly type: string;
  /** The call, for error messages. */
  readonly call: string;
  readonly answer: unknown;
}

/** Number of checked entries per list; checking all would take too long. */
const MOST = 40;
const DASHBOARD = 'web-admin/src';
const PAGES = ['web-agent/src', DASHBOARD];
const SETTINGS = {
  extends: path.join(root, 'tsconfig.json'),
  compilerOptions: { typeRoots: [path.join(root, 'node_modules/@types')] },
  // The last one declares the ids of calls, which the API's answers reach.
  files: [
    'answers.ts',
    path.join(root, 'web-admin/src/globals.d.ts'),
    path.join(root, 'services/api/server/observe.ts'),
  ],
  include: [],
};

const shortened = (_: string, value: unknown): unknown => (Array.isArray(value) ? value.slice(0, MOST) : value);

/**
 * Checks answers against the types of the pages with the TypeScript compiler: missing fields are faults, additional
 * ones are not. Returns the compiler's output, empty if all fit.
 */
export async function misfits(reads: readonly Read[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'page-types-'));
  try {
    for (const page of PAGES) await cp(path.join(root, page), path.join(folder, page), { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const lines = ['declare const fits: <T>() => <const Given extends T>(given: Given) => void;'];
    for (const [n, { module, type, call, answer }] of reads.entries()) {
      // Most of these types are not exported.
      await appendFile(path.join(folder, module), `\nexport type Read${n} = ${type};\n`);
      lines.push(`import type { Read${n} } from './${module}';`);
      lines.push(`/* ${call} */ fits<Read${n}>()(${JSON.stringify(answer, shortened)});`);
    }
    await writeFile(path.join(folder, 'answers.ts'), lines.join('\n'));
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS));
    const { code, output } = await command('tsc', ['--noEmit', '--checkers', '1', '--project', folder]);
    return code === 0 ? '' : output.replaceAll(`${folder}/`, '').slice(0, 20_000) || `ended with ${code}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * All answers that the portal's pages read for an agent, through the pages' own calls; `fetch` must reach the product.
 */
export async function portalReads(agentId: number, loyaltyTrackingNo: string): Promise<Read[]> {
  const query = { fromDate: '20200101', toDate: '20991231', reservationNumber: '', loyaltyTrackingNo };
  const payouts = await money.payouts();
  const calls: Partial<Record<keyof typeof api, () => Promise<unknown>>> = {
    countries: api.countries,
    banks: api.banks,
    titles: api.titles,
    personalDetails: () => api.personalDetails(agentId),
    bankingDetails: () => api.bankingDetails(agentId),
    referralStatus: () => api.referralStatus(agentId),
  };
  const rewardCalls: Partial<Record<keyof typeof rewards, () => Promise<unknown>>> = {
    promotions: rewards.promotions,
    incentives: () => rewards.incentives({ ...query, status: 'All' }),
    overview: rewards.overview,
    challenges: rewards.challenges,
  };
  const accountCalls: Partial<Record<keyof typeof account, () => Promise<unknown>>> = {
    sessions: account.sessions,
    history: account.history,
    choices: account.choices,
  };
  const moneyCalls: Partial<Record<keyof typeof money, () => Promise<unknown>>> = {
    payouts: async () => payouts,
    payout: () => money.payout(payouts[0]?.id ?? ''),
    certificates: money.certificates,
    taxProfile: money.taxProfile,
  };
  const modules = [
    ['api', 'calls', calls],
    ['rewards', 'reward-calls', rewardCalls],
    ['account', 'account-calls', accountCalls],
    ['money', 'money-calls', moneyCalls],
  ] as const;
  const reads: Read[] = [];
  for (const [name, file, own] of modules) {
    for (const [call, ask] of Object.entries(own)) {
      const type = `Awaited<ReturnType<(typeof ${name})['${call}']>>`;
      reads.push({ module: `web-agent/src/api/${file}.ts`, type, call, answer: await ask() });
    }
  }
  return reads;
}

/** A read with its type and path, without a condition in front of the path. */
const GET =
  /\b(?:get|useRead)<((?:[^<>()]|<(?:[^<>()]|<[^<>()]*>)*>)+)>\(\s*(?:(?:[^`'?;,()]|''|\?\.|\[[^\]]*\]|\([^()]*\))*\?\s*(?:null\s*:\s*)?)?(`[^`]*`|'[^']*'|[^),]+)/g;

/** Records that pages read through react-admin: module of the type, type, resource. */
const RECORDS = [
  ['./agents/agent.ts', 'Agent', 'travel-agents'],
  ['@fynbos/api/promotions/answers.ts', 'PromotionRecord', 'promotions'],
  ['@fynbos/api/challenges/answers.ts', 'ChallengeRecord', 'challenges'],
  ['@fynbos/api/admins/answers.ts', 'Administrator', 'admins'],
  ['./enquiries/enquiry.tsx', 'Enquiry', 'contact-support'],
  ['@fynbos/api/integrators/answers.ts', 'Integrator', 'integrators'],
] as const;

type Get = (path: string) => Promise<unknown>;

/** Values of the variable parts of a path, by the path in the page's source; null if the demo has no such record. */
async function pathsOf(get: Get, agentId: number, yesterday: string): Promise<Readonly<Record<string, string | null>>> {
  const first = async (list: string, id = 'id'): Promise<string | null> => {
    const answer = (await get(list)) as { events?: Record<string, unknown>[] } | Record<string, unknown>[];
    const [one] = Array.isArray(answer) ? answer : (answer.events ?? []);
    return one === undefined ? null : encodeURIComponent(String(one[id]));
  };
  const of = (id: string | null, path: (id: string) => string) => (id === null ? null : path(id));
  const integrator = await first('integrators');
  const days = `from=${yesterday.slice(0, 4)}-01-01&to=${yesterday}`;
  const run = await first('payouts?filter={"status":"settled"}');
  const events = 'events?direction=backwards';
  return {
    '`travel-agents/${id}/sessions`': `travel-agents/${agentId}/sessions`,
    '`travel-agents/${agent.id}/forgetting`': `travel-agents/${agentId}/forgetting`,
    '`travel-agents/${id}/referral-tree`': `travel-agents/${agentId}/referral-tree`,
    '`${resource}/${id}/history`': `travel-agents/${agentId}/history`,
    '`what-ifs/${id}`': of(await first('what-ifs'), (id) => `what-ifs/${id}`),
    '`certificates/${id}/versions`': of(await first('certificates'), (id) => `certificates/${id}/versions`),
    '`payouts/${id}`': of(run, (id) => `payouts/${id}`),
    '`tax-years/${year}`': `tax-years/${yesterday.slice(0, 4)}`,
    '`payouts/${run.id}/risks`': of(run, (id) => `payouts/${id}/risks`),
    '`${path}/check`': of(run, (id) => `payouts/${id}/files/acb/check`),
    '`changes-between?${query}`': `changes-between?${days}`,
    record: `travel-agents/${agentId}`,
    '`month-closes/${month}`': `month-closes/${yesterday.slice(0, 7)}`,
    '`tax-years/${year}/emp501`': `tax-years/${yesterday.slice(0, 4)}/emp501`,
    '`tax-years/${year}/submissions`': `tax-years/${yesterday.slice(0, 4)}/submissions`,
    '`tax-years/${year}/preflight`': `tax-years/${yesterday.slice(0, 4)}/preflight`,
    '`journal?${query}`': `journal?${days}`,
    '`controls?${query}`': `controls?${days}`,
    '`liability${query}`': 'liability',
    '`reconciliations?range=${range}`': 'reconciliations?range=[0,9]',
    'eventsPath(search, place': events,
    'eventsPath(search, NEWEST': events,
    'eventsPath(search': events,
    '`events/${encodeURIComponent(id)}`': of(await first(events), (id) => `events/${id}`),
    '`challenges/${challenge.id}/results`': of(await first('challenges'), (id) => `challenges/${id}/results`),
    '`promotions/${id}/performance`': of(await first('promotions'), (id) => `promotions/${id}/performance`),
    '`integrators/${id}/refused`': of(integrator, (id) => `integrators/${id}/refused`),
    '`integrators/${id}/calls`': of(integrator, (id) => `integrators/${id}/calls`),
    '`integrators/${id}/traffic`': of(integrator, (id) => `integrators/${id}/traffic`),
    path: of(integrator, (id) => `integrators/${id}/webhooks`),
    '`approvals/${id}/checks`': of(
      await first('approvals?filter={"kind":"account.correction"}'),
      (id) => `approvals/${id}/checks`,
    ),
    '`approvals/${id}/effect`': of(await first('approvals'), (id) => `approvals/${id}/effect`),
    '`ledger-exports/preview?${query}`': `ledger-exports/preview?system=xero&from=${yesterday}&to=${yesterday}`,
    '`ledger-exports/${id}`': of(await first('ledger-exports'), (id) => `ledger-exports/${id}`),
    '`comparisons/${id}`': of(await first('comparisons'), (id) => `comparisons/${id}`),
    '`${path}/deliveries`': null,
    '`operations/parked/waiting?${new URLSearchParams({ projection, key })}`': null,
  };
}

/** All answers that the dashboard's pages read, found in their sources; `get` calls a path below `/api/admin/`. */
export async function dashboardReads(get: Get, agentId: number, yesterday: string): Promise<Read[]> {
  const reads: Read[] = [];
  const paths = await pathsOf(get, agentId, yesterday);
  const files = await readdir(path.join(root, DASHBOARD), { recursive: true });
  for (const module of files.map((file) => path.posix.join(DASHBOARD, file)).sort()) {
    if (!/(?<!\.test)\.tsx?$/.test(module) || /(?:api\/http\.ts|record\/use-read\.tsx)$/.test(module)) continue;
    const source = await readFile(path.join(root, module), 'utf8');
    for (const [, type = '', written = ''] of source.matchAll(GET)) {
      // A path whose only variable part is its query is called without the query.
      const fixed = /^'([^']*)'$|^`([^`?$]*)\?/.exec(written);
      const call = written in paths ? paths[written] : (fixed?.[1] ?? fixed?.[2]);
      if (call === undefined)
        throw new Error(`${module} reads ${written}: say in ${import.meta.filename} what that is`);
      if (call !== null) reads.push({ module, type, call, answer: await get(call) });
    }
  }
  for (const [from, type, resource] of RECORDS) {
    const answer = await get(`${resource}?range=[0,${MOST - 1}]`);
    const module = path.posix.join(DASHBOARD, 'records.ts');
    reads.push({ module, type: `readonly import('${from}').${type}[]`, call: resource, answer });
  }
  return reads;
}
