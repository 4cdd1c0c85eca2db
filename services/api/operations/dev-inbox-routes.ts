import { BlockList, isIP } from 'node:net';
import { readInbox } from '@fynbos/application/notices/deliver.ts';
import { escapeHtml } from '@fynbos/platform/escape-html.ts';
import { Router } from 'express';
import type { Pool } from 'pg';

/** Query parsers read a plus sign as a space. This restores the plus of a phone number. */
const addressOf = (to: unknown): string | undefined => {
  if (typeof to !== 'string' || to.trim() === '') return undefined;
  return /^ \d+$/.test(to) ? `+${to.trim()}` : to.trim();
};

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const isLoopback = (address: string | undefined): boolean => {
  const bare = (address ?? '').trim().replace(/^::ffff:/i, '');
  return isIP(bare) !== 0 && LOOPBACK.check(bare, isIP(bare) === 4 ? 'ipv4' : 'ipv6');
};

/** For developers and tests: outside production and on this machine only, because it shows codes and reset links. */
export function devInbox(db: Pool): Router {
  const router = Router();
  router.use('/dev', (request, _response, next) => {
    // A proxy on this machine adds its caller to the addresses that the caller sent, so each of them must be here.
    const forwarded = request.get('X-Forwarded-For')?.split(',') ?? [];
    if ([request.socket.remoteAddress, ...forwarded].every(isLoopback)) next();
    else next('router');
  });
  router.get('/dev/inbox.json', async (request, response) => {
    const messages = await readInbox(db, addressOf(request.query.to));
    response.json(messages.map(({ to, channel, subject, text, sentAt }) => ({ to, channel, subject, text, sentAt })));
  });
  router.get('/dev/inbox', async (request, response) => {
    const messages = await readInbox(db, addressOf(request.query.to));
    const items = messages.map(
      ({ to, channel, subject, text, sentAt }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>${channel} to ${escapeHtml(to)}, ${sentAt.toISOString()}</p><pre>${linked(text)}</pre></article>`,
    );
    response
      .type('html')
      .send(
        `<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Development inbox</title></head><body><main><h1>Development inbox</h1>${items.join('') || '<p>Nothing was sent yet.</p>'}</main></body></html>`,
      );
  });
  return router;
}

/** Converts text to HTML with clickable addresses. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
