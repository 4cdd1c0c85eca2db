import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ENTRY, filesOf, type Manifest, readManifest } from './manifest.ts';

/**
 * Measures the gzip size of what a browser loads, from Vite's manifest, and fails over budget.
 * Budget: 95 kB of JavaScript for the first route, 25 kB for each further route, 170 kB for a first load in total. 1 kB
 * is 1,000 bytes.
 */
const BUDGET = { firstRoute: 95_000, furtherRoute: 25_000, firstLoad: 170_000 } as const;
const LANDING = 'src/pages/landing/LandingPage.tsx';

const dist = path.resolve(import.meta.dirname, '../dist');
const manifest = await readManifest(dist);
const gzipOf = async (file: string): Promise<number> =>
  gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length;
const sum = async (files: Iterable<string>): Promise<number> =>
  (await Promise.all([...files].map(gzipOf))).reduce((a, b) => a + b, 0);

const pages = Object.keys(manifest).filter((key) => /^src\/pages\/[^/]+\/\w+Page\.tsx$/.test(key));
const shell = filesOf(manifest, [ENTRY]);
const lines: { what: string; bytes: number; budget: number }[] = [
  { what: 'first route, JavaScript', bytes: await sum(loaded(manifest, LANDING).js), budget: BUDGET.firstRoute },
];
for (const page of pages) {
  const files = loaded(manifest, page);
  const name = path.basename(page, '.tsx');
  const further = [...files.js].filter((file) => !shell.js.has(file));
  lines.push({ what: `${name}, JavaScript of its own`, bytes: await sum(further), budget: BUDGET.furtherRoute });
  const html = await gzipOf('app.html');
  lines.push({
    what: `${name}, first load in all`,
    bytes: html + (await sum([...files.js, ...files.css])),
    budget: BUDGET.firstLoad,
  });
}

let over = 0;
for (const { what, bytes, budget } of lines) {
  const fits = bytes <= budget;
  if (!fits) over++;
  process.stdout.write(
    `${fits ? 'ok  ' : 'OVER'}  ${(bytes / 1000).toFixed(1).padStart(6)} of ${budget / 1000} kB  ${what}\n`,
  );
}
if (pages.length === 0 || over > 0) process.exitCode = 1;

function loaded(all: Manifest, page: string) {
  return filesOf(all, [ENTRY, page]);
}
