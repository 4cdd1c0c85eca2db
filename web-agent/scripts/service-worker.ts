import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltPage } from '../src/entry-server.tsx';
import { ENTRY, filesOf, type Manifest, readManifest } from './manifest.ts';

/** Pages that open without a connection. */
const OFFLINE = ['/', '/agent/home', '/agent/incentives', '/agent/payouts'];
/** What the frame loads later. */
const FRAME_PARTS = ['shell/SessionWatch', 'shell/BottomBar', 'shell/Preferences'].map((name) => `src/${name}.tsx`);

/** Writes the service worker with the files of the build that it stores. Its version is the hash of their names. */
export async function writeServiceWorker(dist: string, source: string, pages: readonly BuiltPage[]): Promise<void> {
  const manifest = await readManifest(dist);
  const sources = pages.filter((page) => OFFLINE.includes(page.path)).map((page) => page.source);
  const { js, css } = filesOf(manifest, [
    ENTRY,
    ...FRAME_PARTS,
    ...sources,
    ...sources.flatMap((page) => partsOf(manifest, page)),
  ]);
  const others = (await readdir(path.join(dist, 'assets'))).filter((name) =>
    /^(boot-.*\.js|figtree-latin-wght-normal-.*\.woff2|favicon-.*\.svg)$/.test(name),
  );
  const files = ['/app.html', ...[...js, ...css].map((file) => `/${file}`), ...others.map((name) => `/assets/${name}`)];
  const html = await readFile(path.join(dist, 'app.html'));
  const version = createHash('sha256').update(files.join()).update(html).digest('hex').slice(0, 12);
  const text = await readFile(source, 'utf8');
  const languages = Object.keys(manifest).filter((key) => /^src\/i18n\/(\w+\.json|translation\.ts)$/.test(key));
  const filled = text
    .replace('__VERSION__', version)
    .replace('__PAGES__', JSON.stringify(OFFLINE))
    .replace('__FILES__', JSON.stringify(files.sort(), null, 2))
    .replace('__LANGUAGES__', JSON.stringify([...filesOf(manifest, languages).js].map((file) => `/${file}`)));
  await writeFile(path.join(dist, 'sw.js'), filled);
}

/** Chunks that a page loads later: a list instead of cards, a dialog. */
const partsOf = (manifest: Manifest, page: string): readonly string[] =>
  (manifest[page]?.dynamicImports ?? []).filter((part) => part in manifest);
