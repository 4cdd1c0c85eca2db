import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { root } from './checkout.ts';
import { type StepResult, verdict } from './step.ts';

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
/** In prose: `docs/rules.md`, `docs/decisions/0025-fence-abandoned-claims.md`. */
const MENTION = /\bdocs\/(?:decisions\/\d{4}-[\w-]+\.md|[\w-]+\.md)/g;
/** Decision records that code and documents cite by number: `docs/decisions/0025, 0028`, `decision 0014`. */
const DECISIONS = /(?:docs\/decisions\/|\b[Dd]ecisions? )(0\d{3}\b(?:(?:, | and )0\d{3}\b)*)/g;
/** In a decision record, a number in brackets cites another one. */
const RECORD = /^docs\/decisions\//;
const IN_BRACKETS = /\((0\d{3}(?:, 0\d{3})*)\)/g;
/** Source files that documents name, such as `services/platform/crypto/{keys,sealing}.test.ts` or `advance.ts`. */
const SOURCE_FILE = /`([\w./{},*-]+\.(?:tsx?|mjs|sh|sql|css))`/g;
/** Rules that a comment cites, such as `(L12)` or `(R9, O1)`. */
const RULES = /(?:\*|\/\/)[^\n]*?\(((?:[A-Z]\d{1,2})(?:, [A-Z]\d{1,2})*)\)/g;
/** A line of a comment that may be wrapped. */
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*)(?!.*(?:biome-ignore|:\/\/))/;
/** Lines of a comment, and the source files that a comment names. */
const COMMENT = /(?:^|\s)(?:\/?\*|\/\/)[^\n]*/g;
const SOURCE = /(?<![\w./-])((?:[\w-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|sh))\b/g;
const RULE_ROW = /^\| ([A-Z]\d{1,2}) \|/gm;
const TEXT = /\.(?:md|tsx?|mjs|sh|sql|ya?ml|css|cfg)$|Dockerfile$|^scripts\/[\w-]+$/;

/** The anchor that GitHub generates for a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const anchorsOf = (markdown: string): Set<string> =>
  new Set([...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

/** The paths of a pattern with `{a,b}`. */
export function expandBraces(pattern: string): string[] {
  const [whole, options] = /\{([^}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || options === undefined) return [pattern];
  return options.split(',').flatMap((option) => expandBraces(pattern.replace(whole, option)));
}

/** Source files that a document names by their path, or its end, and that are not there. `*` is any part of a name. */
export const unknownNames = (markdown: string, files: readonly string[]): string[] =>
  [...markdown.matchAll(SOURCE_FILE)]
    .flatMap(([, pattern = '']) => expandBraces(pattern))
    .filter((name) => {
      const isIt = (file: string): boolean =>
        name.includes('*') ? path.matchesGlob(`/${file}`, `/**/${name}`) : `/${file}`.endsWith(`/${name}`);
      return !files.some(isIt);
    });

/** Links of a Markdown document that lead nowhere. `read` returns the text of a file of the checkout, or null. */
export async function deadLinks(
  file: string,
  markdown: string,
  read: (file: string) => Promise<string | null>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [, target = ''] of markdown.matchAll(LINK)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [name = '', anchor] = target.split('#');
    const linked = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
    const text = name === '' ? markdown : await read(linked);
    if (text === null) faults.push(`${file}: ${target} does not exist`);
    else if (anchor && linked.endsWith('.md') && !anchorsOf(text).has(anchor))
      faults.push(`${file}: ${linked} has no heading #${anchor}`);
  }
  return faults;
}

/** Returns the ids that several rules have. */
export function repeatedRules(rules: string): string[] {
  const ids = [...rules.matchAll(RULE_ROW)].map(([, id = '']) => id);
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
}

/** Rules that the comments of a source file cite and that do not exist. */
export function unknownRules(source: string, rules: string): string[] {
  const ids = new Set([...rules.matchAll(RULE_ROW)].map(([, id]) => id));
  return [...source.matchAll(RULES)].flatMap(([, cited = '']) => cited.split(', ').filter((id) => !ids.has(id)));
}

/** Numbers of decision records that a file cites and that do not exist. `records`: the numbers of all records. */
export function unknownDecisions(file: string, text: string, records: ReadonlySet<string>): string[] {
  const cited = [...text.matchAll(DECISIONS), ...(RECORD.test(file) ? text.matchAll(IN_BRACKETS) : [])];
  return cited.flatMap(([, numbers = '']) => (numbers.match(/\d{4}/g) ?? []).filter((number) => !records.has(number)));
}

/** Numbers of the lines of comments that are longer than 120 characters. */
export const longComments = (text: string): number[] =>
  text.split('\n').flatMap((line, at) => (line.length > 120 && COMMENT_LINE.test(line) ? [at + 1] : []));

/** Neither in the file's folder nor at the path that the comment names. */
export function unknownSources(file: string, text: string, files: readonly string[]): string[] {
  const named = [...text.matchAll(COMMENT)].flatMap(([line]) =>
    [...line.matchAll(SOURCE)].map(([, name = '']) => name),
  );
  return named.filter((name) => {
    const sibling = path.posix.join(path.posix.dirname(file), name);
    return !files.some((it) => it === name || it === sibling || (name.includes('/') && it.endsWith(`/${name}`)));
  });
}

/** Links of documents, source files that they and comments name, and cited documents, rules and decisions. */
export async function checkLinks(): Promise<StepResult> {
  const files = await sources();
  const records = new Set(files.flatMap((file) => /^docs\/decisions\/(\d{4})/.exec(file)?.[1] ?? []));
  const read = async (file: string): Promise<string | null> => {
    const absolute = path.join(root, file);
    const found = await stat(absolute).catch(() => null);
    return found?.isFile() ? readFile(absolute, 'utf8') : found && '';
  };
  const rules = (await read('docs/rules.md')) ?? '';
  const faults = repeatedRules(rules).map((id) => `docs/rules.md: ${id} is the id of two rules`);
  for (const file of files.filter((it) => TEXT.test(it))) {
    const text = await read(file);
    if (text === null) continue;
    if (file.endsWith('.md')) {
      faults.push(...(await deadLinks(file, text, read)));
      faults.push(...unknownNames(text, files).map((name) => `${file}: ${name} does not exist`));
    }
    if (/\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
      faults.push(...unknownRules(text, rules).map((id) => `${file}: docs/rules.md has no rule ${id}`));
    if (/\.tsx?$/.test(file) && !file.startsWith('scripts/quality/'))
      faults.push(...unknownSources(file, text, files).map((name) => `${file}: ${name} does not exist there`));
    if (/\.tsx?$/.test(file))
      faults.push(...longComments(text).map((line) => `${file}:${line}: the comment is longer than 120 characters`));
    for (const [mention] of text.matchAll(MENTION))
      if (!files.includes(mention)) faults.push(`${file}: ${mention} does not exist`);
    if (!file.endsWith('links.test.ts'))
      faults.push(...unknownDecisions(file, text, records).map((number) => `${file}: there is no decision ${number}`));
  }
  return verdict(faults.length === 0, faults.join('\n'));
}

/** The checkout's files without packages, builds and data. */
async function sources(): Promise<string[]> {
  const isGenerated = (name: string): boolean =>
    /^(?:node_modules|dist|coverage|secrets|\.(?:git|node|data.*|tmp))$/.test(name);
  const entries = (await readdir(root, { withFileTypes: true })).filter(({ name }) => !isGenerated(name));
  const nested = entries
    .filter((entry) => entry.isDirectory())
    .map(async ({ name }) =>
      (await readdir(path.join(root, name), { recursive: true })).map((it) => path.join(name, it)),
    );
  return [...entries.filter((entry) => entry.isFile()).map(({ name }) => name), ...(await Promise.all(nested)).flat()]
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.split('/').some(isGenerated));
}
