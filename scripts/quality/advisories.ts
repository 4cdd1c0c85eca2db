import { command } from './command.ts';
import { type StepResult, verdict } from './step.ts';

/** Accepted advisories with the reason, by id (`GHSA-…`, the end of their URL). */
const ACCEPTED: Readonly<Record<string, string>> = {};

/** Timeout of the registry in milliseconds. */
const REGISTRY_TIMEOUT_MS = 15_000;

interface Advisory {
  readonly title: string;
  readonly url: string;
  readonly severity: string;
}

/** Output of `npm audit --json`: advisories per package, or the names of the packages that bring them. */
export interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Advisory | string)[] }>>;
  readonly message?: string;
  readonly error?: { readonly code?: string; readonly summary?: string };
}

const idOf = ({ url }: Advisory): string => url.slice(url.lastIndexOf('/') + 1);

/** Passes if every advisory is accepted; skipped if the registry has no advisories. */
export function judge(report: AuditReport, accepted: Readonly<Record<string, string>> = ACCEPTED): StepResult {
  const { vulnerabilities, error, message } = report;
  if (!vulnerabilities) {
    const why = (error?.summary || message || error?.code || 'no answer').replace(/\s+/g, ' ').slice(0, 100).trim();
    return {
      passed: 0,
      failed: 0,
      skipped: [`known vulnerabilities: the registry has no advisories (${why})`],
      output: '',
    };
  }
  const problems = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((one) => typeof one !== 'string')
      .filter((one) => accepted[idOf(one)] === undefined)
      .map(({ severity, title, url }) => `${name}: ${severity}: ${title} (${url})`),
  );
  return verdict(problems.length === 0, problems.join('\n'));
}

/** Checks production packages only. Skipped if the registry is unreachable or has no advisories. */
export async function checkAdvisories(): Promise<StepResult> {
  const limits = ['--fetch-retries=0', `--fetch-timeout=${REGISTRY_TIMEOUT_MS}`];
  const { output } = await command('npm', ['audit', '--omit=dev', '--json', '--loglevel=silent', ...limits]);
  return judge(reportIn(output));
}

function reportIn(output: string): AuditReport {
  try {
    return JSON.parse(output.slice(output.indexOf('{')));
  } catch {
    return { message: output };
  }
}
