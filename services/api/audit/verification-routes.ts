import { newestCheckpoint, signedExport } from '@fynbos/application/audit/checkpoints.ts';
import { existingStreams } from '@fynbos/application/audit/events.ts';
import { streamsOfRecord } from '@fynbos/application/audit/names.ts';
import { requestVerification, verificationById, verifications } from '@fynbos/application/audit/verifications.ts';
import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { verifierSource } from '@fynbos/event-store/audit/export-proof.ts';
import { fingerprintOf, signerOf } from '@fynbos/event-store/audit/signature.ts';
import { masterKeyOf } from '@fynbos/platform/crypto/keys.ts';
import { keysUnder } from '@fynbos/platform/crypto/rotate-keys.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { logIntegrityAnswer, masterKeysAnswer, verificationAnswer } from './answers.ts';

const who = { admin: 'audit-log:see' } as const;
const scope = z.object({
  stream: z.string().trim().min(1).max(200).optional(),
  record: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('A resource and id, such as travel-agents/7: the streams of that record'),
});

/** The streams of an export: those of a record, one by name, or null for the whole log. */
const chosenStreams = ({ stream, record }: z.output<typeof scope>): readonly string[] | null =>
  record !== undefined ? streamsOfRecord(record) : stream !== undefined ? [stream] : null;

const overview = route.get('/admin/proof', {
  who,
  summary: 'Get the newest checkpoint, the signing key, and the latest verifications of the log',
  answer: logIntegrityAnswer,
  handle: async (_call, services) => {
    const [{ publicKey }, newest, latest] = await Promise.all([
      signerOf(services.log.keys),
      newestCheckpoint(services.log.store),
      verifications(services.db),
    ]);
    return {
      body: {
        publicKey,
        fingerprint: fingerprintOf(publicKey),
        checkpoint: newest && {
          number: newest.number,
          events: newest.first + newest.events - 1,
          root: newest.root,
          signedAt: newest.signedAt,
        },
        verifications: latest,
        secondPlace: services.config.checkpointFolder !== null,
      },
    };
  },
});

// A separate call: it reads all keys of persons and rentals, and the page polls a verification every second.
const keys = route.get('/admin/proof/keys', {
  who,
  summary: 'Count the keys encrypted under each master key',
  answer: masterKeysAnswer,
  handle: async (_call, { config, db }) => {
    const current = masterKeyOf(config.masterKey).id;
    const under = await keysUnder(db);
    return { body: { masterKeys: under.map((one) => ({ ...one, current: one.masterKeyId === current })) } };
  },
});

const start = route.post('/admin/proof/verifications', {
  who,
  summary: 'Verify every chain and checkpoint of the whole log now. The result is stored',
  status: 202,
  answer: z.object({ id: z.string() }),
  handle: async ({ caller }, { auth, db, queues, now }) => {
    await auth.limits.consume(LIMITS.verificationsPerPerson, `admin-${adminOf(caller).adminId}`);
    return { body: { id: await requestVerification(db, queues, now()) } };
  },
});

const show = route.get('/admin/proof/verifications/{id}', {
  who,
  summary: 'Get a verification of the log with its progress or its result',
  answer: verificationAnswer,
  handle: async ({ params }, { db }) => {
    const found = await verificationById(db, params.id);
    if (!found) throw new DomainError('not-found', 'verification.unknown', 'Verification not found.');
    return { body: found };
  },
});

const download = route.get('/admin/proof/export', {
  who,
  summary: 'Export a record, one stream or the whole log with its proof; personal data stays encrypted',
  query: scope,
  handle: async ({ query, caller, response, context }, services) => {
    const chosen = chosenStreams(query);
    const found = chosen && (await existingStreams(services, chosen));
    await services.exports.stream(caller, async () => {
      const proof = await signedExport(services, found ? { streams: found } : { log: true }, context.now);
      await sendFile(response, `proof-${dayOf(context.now)}.ndjson`, proof);
    });
    return undefined;
  },
});

const verifier = route.get('/admin/proof/verify-export.mjs', {
  who,
  summary: 'Download the script that checks an export: plain Node, no packages, no access to anything',
  handle: async ({ response }) => sendFile(response, 'verify-export.mjs', await verifierSource()),
});

/** Checkpoints, verifications with their results, and exports for third parties. */
export const verificationRoutes = tagged('Verification', [overview, keys, start, download, verifier, show]);
