import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './checkout.ts';
import { type StepResult, verdict } from './step.ts';

/** Permissive licences, which require only their notice. */
const PERMISSIVE_LICENCES = new Set([
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'ISC',
  '0BSD',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'Python-2.0',
]);
/** Packages without a licence in package.json; their licence file is MIT. */
const CHECKED_MANUALLY = new Set(['png-js']);

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}
interface Manifest {
  readonly license?: string | { readonly type: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(path.join(root, file), 'utf8')) as T;

/** Whether a licence expression allows a permissive choice: one part of `OR`, every part of `AND`. */
export function isFree(expression: string): boolean {
  const bare = expression.replace(/[()]/g, '').trim();
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isFree);
  return bare.split(' AND ').every((part) => PERMISSIVE_LICENCES.has(part.trim()));
}

async function licenceOf(place: string, { license }: Entry): Promise<string> {
  if (license) return license;
  const manifest = await readJson<Manifest>(`${place}/package.json`).catch((): Manifest => ({}));
  return (typeof manifest.license === 'string' ? manifest.license : manifest.license?.type) ?? 'none named';
}

/** Exact versions, a checksum for every package, a permissive licence for every production package. */
export async function checkPackages(): Promise<StepResult> {
  const { packages } = await readJson<{ packages: Readonly<Record<string, Entry>> }>('package-lock.json');
  const problems: string[] = [];
  for (const [place, entry] of Object.entries(packages)) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!place.includes('node_modules/')) {
      const { dependencies = {}, devDependencies = {} } = await readJson<Manifest>(path.join(place, 'package.json'));
      for (const [dependency, range] of Object.entries({ ...dependencies, ...devDependencies }))
        if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range) && !range.startsWith('workspace:') && range !== '*')
          problems.push(`${place || 'package.json'}: ${dependency} ${range} is not an exact version`);
      continue;
    }
    if (entry.link) continue;
    if (!entry.integrity) problems.push(`${name} has no checksum in package-lock.json`);
    if (entry.dev || CHECKED_MANUALLY.has(name)) continue;
    const licence = await licenceOf(place, entry);
    if (!isFree(licence)) problems.push(`${name} ${entry.version}: licence ${licence}`);
  }
  return verdict(problems.length === 0, problems.join('\n'));
}
