import { command } from './command.ts';
import { type StepResult, verdict } from './step.ts';

/** Advisories that do not make us change a package, each with the reason; by their id (`GHSA-…`, the end of their address). */
const ACCEPTED: Readonly<Record<string, string>> = {};

/** Longest wait for the registry, in milliseconds. */
const PATIENCE_MS = 15_000;

interface Advisory {
  readonly title: string;
  readonly url: string;
  readonly severity: string;
}

/** What `npm audit --json` prints: of each package the advisories, or the names of the packages that it has them from. */
export interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Advisory | string)[] }>>;
  readonly message?: string;
  readonly error?: { readonly code?: string; readonly summary?: string };
}

const idOf = ({ url }: Advisory): string => url.slice(url.lastIndexOf('/') + 1);

/** Holds where every advisory is accepted; skipped where the registry gave none to judge by. */
export function judge(report: AuditReport, accepted: Readonly<Record<string, string>> = ACCEPTED): StepResult {
  const { vulnerabilities, error, message } = report;
  if (!vulnerabilities) {
    const why = (error?.summary || message || error?.code || 'no answer').replace(/\s+/g, ' ').slice(0, 100).trim();
    return {
      passed: 0,
      failed: 0,
      skipped: [`known weaknesses of packages: the registry gives none (${why})`],
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

/**
 * What is publicly known against the packages that run in production, as the registry tells it. A registry that cannot be
 * reached, or offers no advisories, fails nothing.
 */
export async function checkAdvisories(): Promise<StepResult> {
  const limits = ['--fetch-retries=0', `--fetch-timeout=${PATIENCE_MS}`];
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
