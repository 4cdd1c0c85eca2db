import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findProgram } from '../../tests/environment/find-program.ts';

const FOLDER = path.resolve(import.meta.dirname, 'observe');
const SERVICES = ['api', 'workers', 'reactors'];
const read = (file: string): Promise<string> => readFile(path.join(FOLDER, file), 'utf8');
const compose = (): Promise<string> => readFile(path.resolve(import.meta.dirname, '../../docker-compose.yml'), 'utf8');

/** Runs a shell command as a container would; returns its exit code and output. */
function inShell(args: readonly string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync('sh', args, {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

test('alerts when a service, or one of its processes, is missing', async () => {
  const [prometheus, alerts] = [await read('prometheus.yml'), await read('alerts.yml')];
  expect([...prometheus.matchAll(/^ +- job_name: (\w+)$/gm)].map(([, job]) => job)).toEqual(SERVICES);
  for (const job of SERVICES) {
    expect(prometheus).toContain(`names: [${job}]`);
    expect(alerts).toContain(`expr: absent(up{job="${job}"} == 1)`);
  }
  // Every other rule about jobs covers all of them.
  const asked = new Set([...alerts.matchAll(/job=[^}]+/g)].map(([one]) => one));
  expect(asked).toEqual(new Set([...SERVICES.map((job) => `job="${job}"`), `job=~"${SERVICES.join('|')}"`]));
  expect(alerts).toContain('count by (job)');
  // As often as metrics are collected; Prometheus's default is once a minute.
  expect(prometheus).toMatch(/scrape_interval: 15s[\s\S]*evaluation_interval: 15s/);
});

const promtool = await findProgram('promtool');
test.skipIf(!promtool)('fires each rule when it should (promtool)', async () => {
  const { stdout } = await promisify(execFile)(promtool ?? '', ['test', 'rules', 'alerts.trial.yml'], { cwd: FOLDER });
  expect(stdout).toContain('SUCCESS');
});

test('sends alerts to Alertmanager and describes each one in docs/operations.md', async () => {
  const [prometheus, alerts, yml] = [await read('prometheus.yml'), await read('alerts.yml'), await compose()];
  expect(prometheus).toMatch(
    /alerting:\n +alertmanagers:\n +- dns_sd_configs:\n +- \{ names: \[alertmanager\], type: A, port: 9093 \}/,
  );
  expect(yml).toMatch(/^ {2}alertmanager:\n {4}profiles: \[observe\]$/m);
  const operations = await readFile(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const names = new Set([...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name));
  expect([...names].filter((name) => !operations.includes(`\n| ${name} |`))).toEqual([]);
});

test('configures Alertmanager with the given mail addresses and webhook, with any characters', () => {
  const script = path.join(FOLDER, 'alertmanager.sh');
  const env = {
    ALERT_MAIL: 'on-call@x.example',
    ALERT_FROM: 'Alerts "of" <a\\b@x.example>',
    ALERT_SMTP: 'mail:587',
    ALERT_SMTP_USER: 'me',
    ALERT_SMTP_PASSWORD: `p"\\'$(id) $HOME`,
    ALERT_WEBHOOK: 'https://x.example/y?z=1&a=2',
  };
  const both = inShell([script], env);
  expect([both.code, both.stderr]).toEqual([0, '']);
  const mail = { to: env.ALERT_MAIL, from: env.ALERT_FROM, smarthost: env.ALERT_SMTP, send_resolved: true };
  const signedIn = { auth_username: env.ALERT_SMTP_USER, auth_password: env.ALERT_SMTP_PASSWORD };
  expect(JSON.parse(both.stdout).receivers).toEqual([
    {
      name: 'people',
      email_configs: [{ ...mail, ...signedIn }],
      webhook_configs: [{ url: env.ALERT_WEBHOOK, send_resolved: true }],
    },
  ]);
  const { ALERT_MAIL, ALERT_FROM, ALERT_SMTP } = env;
  const plain = inShell([script], { ALERT_MAIL, ALERT_FROM, ALERT_SMTP, ALERT_SMTP_TLS: '0', ALERT_WEBHOOK: '' });
  expect(JSON.parse(plain.stdout).receivers).toEqual([
    { name: 'people', email_configs: [{ ...mail, require_tls: false }], webhook_configs: [] },
  ]);
});

test('warns without a recipient and refuses an incomplete one', () => {
  const script = path.join(FOLDER, 'alertmanager.sh');
  const nobody = inShell([script], { ALERT_MAIL: '', ALERT_WEBHOOK: '' });
  expect([nobody.code, nobody.stderr]).toEqual([0, expect.stringContaining('NO RECEIVER OF ALERTS: set ALERT_MAIL')]);
  expect(JSON.parse(nobody.stdout).receivers).toEqual([{ name: 'people', email_configs: [], webhook_configs: [] }]);
  const half = inShell([script], { ALERT_MAIL: 'on-call@x.example' });
  expect([half.code, half.stdout, half.stderr]).toEqual([
    78,
    '',
    expect.stringContaining('ALERT_MAIL needs ALERT_SMTP'),
  ]);
});

test('refuses to start Grafana without a password or with the default one', async () => {
  const lines = (await compose()).match(
    /\n {2}grafana:\n[\s\S]*? {4}entrypoint:\n[\s\S]*?>-\n([\s\S]*?) {4}environment:/,
  )?.[1];
  const text = (lines ?? '')
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('$$', '$');
  // Only the image contains /run.sh.
  const start = text.replace('exec /run.sh', 'echo started');
  expect(start).not.toBe(text);
  for (const password of ['', 'admin'])
    expect(inShell(['-c', start], { GF_SECURITY_ADMIN_PASSWORD: password })).toEqual({
      code: 78,
      stdout: '',
      stderr: expect.stringContaining('Set GRAFANA_PASSWORD'),
    });
  expect(inShell(['-c', start], { GF_SECURITY_ADMIN_PASSWORD: 'of ours' }).stdout).toBe('started\n');
  expect(await compose()).toContain(`GF_SECURITY_ADMIN_PASSWORD: \${GRAFANA_PASSWORD:-}`);
});
