import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuiltPage } from '../src/entry-server.tsx';
import { ENTRY, filesOf, type Manifest, readManifest } from './manifest.ts';

/**
 * Writes an HTML file for every path of the portal (`/contact-us` becomes `contact-us.html`).
 * Public pages contain their content. Other pages are a shell that names the scripts of the page. `404.html` is for
 * unknown paths; `app.html` is the bare shell. Returns the pages.
 */
export async function writePages(dist: string, serverEntry: string, bootScript: string): Promise<BuiltPage[]> {
  const manifest = await readManifest(dist);
  const template = withFont(await readFile(path.join(dist, ENTRY), 'utf8'), await readdir(path.join(dist, 'assets')));
  const boot = await hashedCopy(dist, bootScript);
  const { builtPages, shell } = (await import(
    pathToFileURL(serverEntry).href
  )) as typeof import('../src/entry-server.tsx');
  const write = (file: string, html: string) => writeFile(path.join(dist, file), html);
  const pages = await builtPages();
  await mkdir(path.join(dist, 'agent/profile'), { recursive: true });
  for (const page of pages) {
    const scripts = scriptsOf(manifest, page.source);
    const html =
      page.html === null
        ? shellOf(template, boot, scripts, shell())
        : readable(template, boot, scripts, page, page.html);
    await write(page.path === '/' ? ENTRY : `${page.path.slice(1)}.html`, html);
  }
  await write('app.html', shellOf(template, boot, scriptsOf(manifest, ENTRY), shell()));
  return pages;
}

/** Loads the typeface's Latin letters with the page; the browser fetches the other letters where a text has them. */
function withFont(template: string, assets: readonly string[]): string {
  const font = assets.find((name) => /^figtree-latin-wght-normal-.*\.woff2$/.test(name));
  if (!font) throw new Error('the typeface is missing in the build');
  const link = `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin />`;
  return template.replace('</head>', `  ${link}\n  </head>`);
}

interface Scripts {
  readonly entry: string;
  /** What the entry and the page import, so that it loads in parallel with the entry script and not after it. */
  readonly preload: readonly string[];
}

function scriptsOf(manifest: Manifest, source: string): Scripts {
  const entry = manifest[ENTRY]?.file;
  const imported = [...filesOf(manifest, [ENTRY, source]).js].filter((file) => file !== entry);
  return { entry: `/${entry}`, preload: imported.map((file) => `/${file}`) };
}

const ENTRY_TAG = /\s*<script type="module"[^>]*><\/script>/;

/**
 * Renders a page that is readable without scripts: the browser paints it first, then the boot script loads its scripts.
 */
function readable(
  template: string,
  boot: string,
  { entry, preload }: Scripts,
  { path: at, title, description }: BuiltPage,
  html: string,
): string {
  return template
    .replace(ENTRY_TAG, '')
    .replace(/<title>.*?<\/title>/, () =>
      [
        `<script src="${boot}" data-entry="${entry}" data-preload="${preload.join(' ')}"></script>`,
        `<title>${title}</title>`,
        description && `<meta name="description" content="${description}" />`,
      ].join('\n    '),
    )
    .replace('<div id="root">', () => `<div id="root" data-page="${at}">`)
    .replace('<!--app-->', () => html);
}

/** Renders a page that shows nothing before its scripts run, so the scripts load at once. */
function shellOf(template: string, boot: string, { preload }: Scripts, html: string): string {
  const links = preload.map((href) => `<link rel="modulepreload" href="${href}" />`).join('\n    ');
  return template
    .replace('<title>', () => `<script src="${boot}"></script>\n    <title>`)
    .replace('</head>', () => `  ${links}\n  </head>`)
    .replace('<!--app-->', () => html);
}

async function hashedCopy(dist: string, source: string): Promise<string> {
  const text = await readFile(source);
  const file = `assets/boot-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`;
  await writeFile(path.join(dist, file), text);
  return `/${file}`;
}
