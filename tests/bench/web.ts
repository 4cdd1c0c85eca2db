import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort } from '../../scripts/supervisor/ports.ts';
import { buildWebApp } from '../../scripts/supervisor/web-build.ts';
import { invoiceMaker, programme } from '../environment/invoices.ts';
import { type Portal, withPortal } from '../environment/portal.ts';
import { inFreshDatabase } from '../environment/postgres.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RUNS = 3;
const INVOICES = 300;
const PASSWORD = 'Bench-Agent-1!';
const PAGES = { landing: '/', registration: '/registration', incentives: '/agent/incentives' } as const;
const BARS = { performance: 95, accessibility: 100, bestPractices: 100 };

interface Session {
  readonly token: string;
  readonly travelAgent: { readonly id: number; readonly idNumber?: string };
}

/** The newest message to an address that matches. */
async function awaited(url: string, to: string, pattern: RegExp): Promise<string> {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const messages = await (await fetch(`${url}/dev/inbox.json?to=${encodeURIComponent(to)}`)).json();
    const found = (messages as { text: string }[]).map(({ text }) => pattern.exec(text)?.[1]).find(Boolean);
    if (found) return found;
  }
  throw new Error(`nothing like ${pattern} came`);
}

/** Signs in the first agent with the page's calls. */
async function agentSession({ url }: Portal, agent: Record<string, string>): Promise<Session> {
  const post = async (where: string, body: object): Promise<unknown> => {
    const response = await fetch(`${url}/api/${where}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${where}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const emailAddress = agent.emailAddress ?? '';
  const token = await awaited(url, emailAddress, /[?&]token=([^\s&]+)/);
  await post(`auth/reset-password?token=${token}`, { password: PASSWORD, confirmPassword: PASSWORD });
  await post('auth/login', { emailAddress, password: PASSWORD, communicationMethod: '' });
  const phoneNumber = `+${agent.cellNumber}`;
  const otp = await awaited(url, phoneNumber, /\b(\d{6})\b/);
  return (await post('auth/verify-otp', {
    email: emailAddress,
    phoneNumber,
    communicationMethod: 'C',
    otp,
  })) as Session;
}

/** Runs with a Chromium with a debugging port and one profile, so that storage persists between pages. */
async function withChromium<Result>(work: (port: number) => Promise<Result>): Promise<Result> {
  const port = await freePort();
  const profile = await mkdtemp(path.join(tmpdir(), 'fynbos-bench-chromium-'));
  const args = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', `--user-data-dir=${profile}`];
  const browser = spawn(process.env.CHROMIUM ?? '/usr/bin/chromium', [...args, `--remote-debugging-port=${port}`], {
    stdio: 'ignore',
  });
  try {
    for (let n = 0; n < 100; n++) {
      if (
        await fetch(`http://127.0.0.1:${port}/json/version`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return await work(port);
  } finally {
    browser.kill();
    await new Promise((resolve) => browser.once('exit', resolve));
    await rm(profile, { recursive: true, force: true });
  }
}

/** Stores a session in the browser as the portal's own sign-in does (specification, section 3). */
async function store(port: number, url: string, session: Session): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
  await page.goto(`${url}/privacy`);
  await page.evaluate((signedIn) => {
    localStorage.setItem('token', signedIn.token);
    localStorage.setItem('travelAgent', JSON.stringify(signedIn.travelAgent));
    localStorage.setItem('UserId', String(signedIn.travelAgent.id));
  }, session);
  await page.close();
  await browser.close();
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Lighthouse's mobile preset on one page; the median of each score over a few runs, of 100. */
async function scores(port: number, url: string) {
  const runs: Record<string, number>[] = [];
  for (let n = 0; n < RUNS; n++) {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      disableStorageReset: true,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    });
    if (!result) throw new Error('lighthouse gave no result');
    runs.push(
      Object.fromEntries(
        Object.entries(result.lhr.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
      ),
    );
  }
  const of = (name: string): number => median(runs.map((run) => run[name] ?? 0));
  return { performance: of('performance'), accessibility: of('accessibility'), bestPractices: of('best-practices') };
}

/** Mobile preset on landing, registration and an agent's incentives of the built portal, medians of three. */
export async function bench(): Promise<object> {
  await buildWebApp(ROOT, 'web-agent', { onBuild: () => undefined, signal: new AbortController().signal });
  return inFreshDatabase((databaseUrl) =>
    withPortal(databaseUrl, ['api', 'reactors', 'workers'], async (portal) => {
      const lines = await programme();
      await portal.call('POST', 'admin/import', lines);
      const agent = lines
        .split('\n')
        .map((line) => JSON.parse(line || '{}'))
        .find(({ type }) => type === 'agent');
      const make = await invoiceMaker();
      const invoices = Array.from({ length: INVOICES }, (_, n) => ({
        ...make(n),
        loyaltyTrackingNo: agent.loyaltyTrackingNo,
      }));
      await fetch(`${portal.url}/api/integrations/rental-events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${portal.apiKey}`, 'content-type': 'application/x-ndjson' },
        body: invoices.map((invoice) => JSON.stringify(invoice)).join('\n'),
      }).then((answer) => answer.text());
      const session = await agentSession(portal, agent);
      return withChromium(async (port) => {
        const found: Record<string, object> = {};
        for (const [name, where] of Object.entries(PAGES)) {
          if (name === 'incentives') await store(port, portal.url, session);
          found[name] = await scores(port, `${portal.url}${where}`);
        }
        return { name: 'web', preset: 'mobile', runs: RUNS, ...found, bars: BARS };
      });
    }),
  );
}
