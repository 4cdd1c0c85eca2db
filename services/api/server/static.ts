import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { escapeHtml } from '@fynbos/platform/escape-html.ts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { decoded } from '../http/address.ts';
import type { PageTexts } from './page-texts.ts';
import { inlineStyles } from './security-headers.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const COMPRESSIBLE = /\.(?:html|js|css|json|webmanifest|svg|txt|xml)$/;
/** Bundlers put a content hash into these names, so the files never change. */
const HASHED = /(?:^|\/)assets\/.*-[\w-]{8,}\.\w+$/;
const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Replaces the placeholders of a page. */
const filled = (html: Buffer, texts: PageTexts): Buffer =>
  Buffer.from(
    html.toString('utf8').replace(/__([A-Z]+(?:_[A-Z]+)*)__/g, (mark, name) => escapeHtml(texts[name] ?? mark)),
  );

interface CachedFile {
  readonly modified: number;
  /** The texts in a page; null for other files. */
  readonly texts: PageTexts | null;
  readonly plain: Buffer;
  readonly etag: string;
  br?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
}

/** Files of one folder, cached in memory with their compressed forms, which are created on first request. */
class Files {
  private readonly cache = new Map<string, CachedFile>();

  constructor(
    private readonly root: string,
    private readonly texts: () => PageTexts,
  ) {}

  /** Returns the file, or null if the folder does not contain it. */
  async find(name: string): Promise<CachedFile | null> {
    const file = path.join(this.root, name);
    if (!file.startsWith(this.root + path.sep)) return null;
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const cached = this.cache.get(file);
    const texts = path.extname(file) === '.html' ? this.texts() : null;
    if (cached?.modified === found.mtimeMs && cached.texts === texts) return cached;
    const content = await readFile(file);
    const plain = texts ? filled(content, texts) : content;
    const etag = `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`;
    const fresh: CachedFile = { modified: found.mtimeMs, texts, plain, etag };
    this.cache.set(file, fresh);
    return fresh;
  }
}

async function sendFile(
  request: Request,
  response: Response,
  name: string,
  file: CachedFile,
  status: number,
): Promise<void> {
  response.status(status).type(path.extname(name));
  response.set('Cache-Control', HASHED.test(name) ? FOREVER : REVALIDATE).set('ETag', file.etag);
  // Express answers 304 to a reader that has this ETag.
  response.send(COMPRESSIBLE.test(name) ? await compressed(request, response, file) : file.plain);
}

async function compressed(request: Request, response: Response, file: CachedFile): Promise<Buffer> {
  response.vary('Accept-Encoding');
  const encoding = request.acceptsEncodings(['br', 'gzip', 'identity']);
  if (encoding !== 'br' && encoding !== 'gzip') return file.plain;
  response.set('Content-Encoding', encoding);
  file[encoding] ??=
    encoding === 'gzip'
      ? zip(file.plain, { level: 9 })
      : brotli(file.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return file[encoding];
}

/** Returns the file names for a path: the file itself, or its prerendered page. */
function candidates(name: string): string[] {
  if (name === '') return ['index.html'];
  return path.extname(name) ? [name] : [`${name}.html`, `${name}/index.html`];
}

/** How a web app answers paths without a file. */
interface Fallback {
  /** Whether the app's script has a page for this path. */
  readonly isRoute: (name: string) => boolean;
  /** The pages that the script fills in. The first existing one is served. */
  readonly shells: readonly string[];
  /** The "not found" page. */
  readonly missing?: string;
}

/**
 * A file, the prerendered page of a route, or the shell or 404 page; GET and HEAD. A missing file name goes to the next
 * handler.
 */
function webApp(folder: string, texts: () => PageTexts, { isRoute, shells, missing }: Fallback): RequestHandler {
  const files = new Files(path.resolve(folder), texts);
  const serve = async (request: Request, response: Response): Promise<boolean> => {
    const name = decoded(request.path).replace(/^\/+|\/+$/g, '');
    const isKnownRoute = isRoute(name);
    const others = path.extname(name) ? [] : isKnownRoute ? shells : missing ? [missing] : [];
    const found = candidates(name);
    for (const candidate of [...found, ...others]) {
      const file = await files.find(candidate);
      if (!file) continue;
      await sendFile(request, response, candidate, file, isKnownRoute || found.includes(candidate) ? 200 : 404);
      return true;
    }
    return false;
  };
  return async (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !(await serve(request, response))) next();
  };
}

/** Routes of the specification, section 2, that the agent app answers. */
const AGENT_ROUTES =
  /^(?:|navbar|registration|reset-password|confirm-email|contact-us|frequently-asked|privacy|terms-and-conditions|update|updateBankingDetails|referTravelAgent|trackStatus|unauthorized|verify\/[^/]+|agent(?:\/.*)?)$/i;

/**
 * The dashboard under `/admin`, the portal elsewhere; mount it last. Pages are filled in again when `texts` returns
 * another object.
 */
export function webApps({ agent, admin }: Readonly<Record<'agent' | 'admin', string>>, texts: () => PageTexts): Router {
  const router = Router();
  router.use('/admin', inlineStyles, webApp(admin, texts, { isRoute: () => true, shells: ['index.html'] }));
  router.use(
    webApp(agent, texts, {
      isRoute: (name) => AGENT_ROUTES.test(name),
      shells: ['app.html', 'index.html'],
      missing: '404.html',
    }),
  );
  return router;
}
