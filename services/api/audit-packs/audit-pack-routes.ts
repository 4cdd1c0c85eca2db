import { signedExport } from '@fynbos/application/audit/checkpoints.ts';
import {
  auditPacks,
  createAuditPack,
  openAuditPack,
  revokeAuditPack,
} from '@fynbos/application/audit-packs/audit-packs.ts';
import { narrativeHtml } from '@fynbos/application/audit-packs/content.ts';
import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { MAX_LINK_DAYS, MAX_RECORDS } from '@fynbos/domain/audit-pack/audit-pack.ts';
import { verifierSource } from '@fynbos/event-store/audit/export-proof.ts';
import { signerOf } from '@fynbos/event-store/audit/signature.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { z } from 'zod';
import { day, reasonField } from '../http/fields.ts';
import { type Call, route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import type { Services } from '../http/services.ts';
import { answerNewestList } from '../lists/newest-list.ts';
import { PAGE_QUERY } from '../lists/table-routes.ts';
import { auditPackAnswer, createdPackAnswer, openedPackAnswer } from './answers.ts';

const who = { admin: 'audit-log:see' } as const;
const token = z.object({ token: z.string('The link is incomplete.').max(200, 'The link is not valid.') });

/** Packs of a list without `range`. */
const PACKS_PER_PAGE = 100;
const NO_INDEX = { 'X-Robots-Tag': 'noindex' };

const list = route.get('/admin/audit-packs', {
  who,
  summary: 'List audit packs, newest first, with the state of their links and how often they were opened',
  reads: [auditLog.name],
  query: PAGE_QUERY,
  answer: z.array(auditPackAnswer),
  handle: ({ query }, services) =>
    answerNewestList(query, { name: 'audit-packs', field: 'createdAt', perPage: PACKS_PER_PAGE }, (page) =>
      auditPacks(services, services.now(), page),
    ),
});

const create = route.post('/admin/audit-packs', {
  who,
  summary: 'Create an audit pack of a period and records, and its link for an outsider. The link is shown once',
  status: 201,
  reads: [auditLog.name],
  body: z.object({
    from: day(),
    to: day(),
    records: z.array(z.string().trim().min(1).max(200)).max(MAX_RECORDS, `At most ${MAX_RECORDS} records.`),
    automatic: z.boolean().default(false),
    expiresInDays: z
      .int('A whole number of days.')
      .min(1, 'At least 1 day.')
      .max(MAX_LINK_DAYS, `At most ${MAX_LINK_DAYS} days.`),
    reason: reasonField(),
  }),
  answer: createdPackAnswer,
  handle: async ({ body: { reason, ...request }, caller, context }, services) => {
    const created = await createAuditPack(services, adminOf(caller), request, { ...context, reason });
    const link = `${services.config.publicUrl}/admin/pack#${created.token}`;
    return { body: { id: created.packId, link, expiresAt: created.expiresAt }, position: created.position };
  },
});

const revoke = route.post('/admin/audit-packs/{id}/revoke', {
  who,
  summary: 'Revoke the link of an audit pack',
  message: 'The link no longer works.',
  run: ({ params, context }, services) => revokeAuditPack(services, params.id, context),
});

/** Opens the pack of a token within the limits: per network, and per pack for those who have the link. */
const opened = async (
  services: Services,
  how: 'viewed' | 'downloaded',
  { body, context, address }: Call<z.output<typeof token>>,
) => {
  await services.auth.limits.consume(LIMITS.auditPackPerNetwork, address);
  await services.auth.limits.consume(LIMITS.auditPackPerLink, body.token);
  return openAuditPack(services, { token: body.token, how, address }, context);
};

const open = route.post('/audit-packs/open', {
  who: 'anyone',
  summary: 'Get the narrative of an audit pack by the token of its link. Each opening is recorded',
  body: token,
  answer: openedPackAnswer,
  handle: async (call, services) => {
    const { pack, createdBy, content, position } = await opened(services, 'viewed', call);
    const { from, to, createdAt, expiresAt } = pack;
    const { publicKey } = await signerOf(services.log.keys);
    return {
      body: {
        programme: services.config.programme.PROGRAMME_NAME,
        from,
        to,
        createdAt,
        createdBy,
        expiresAt,
        publicKey,
        records: content.recordNames,
        entries: content.entries,
      },
      position,
      headers: NO_INDEX,
    };
  },
});

const bundle = route.post('/audit-packs/bundle', {
  who: 'anyone',
  summary: 'Download the signed bundle of an audit pack: its narrative, the events behind it and their proof',
  body: token,
  handle: async (call, services) => {
    const { pack, createdBy, content } = await opened(services, 'downloaded', call);
    const html = narrativeHtml(services.config.programme.PROGRAMME_NAME, pack, createdBy, content);
    const document = { name: 'narrative.html', mediaType: 'text/html', content: Buffer.from(html) };
    await services.exports.stream(call.caller, async () => {
      const proof = await signedExport(services, { streams: content.streams }, call.context.now, [document]);
      await sendFile(call.response.set(NO_INDEX), `audit-pack-${pack.from}-${pack.to}.ndjson`, proof);
    });
    return undefined;
  },
});

const verifier = route.get('/audit-packs/verify-export.mjs', {
  who: 'anyone',
  summary: 'Download the script that verifies a bundle: plain Node, no packages, no access to anything',
  handle: async ({ response }) => sendFile(response.set(NO_INDEX), 'verify-export.mjs', await verifierSource()),
});

/** For outsiders without an account. The token travels in the body, never in an address (docs/decisions/0069). */
export const auditPackRoutes = tagged('Audit packs', [list, create, revoke, open, bundle, verifier]);
