import { randomBytes, randomUUID } from 'node:crypto';
import { handle, load } from '@fynbos/application/handle.ts';
import { LIMITS } from '@fynbos/application/sign-in/limits.ts';
import { nextIds } from '@fynbos/application/sign-in/schema.ts';
import { ENQUIRY_MESSAGES, enquiryDecider, enquiryStream } from '@fynbos/domain/enquiry/enquiry.ts';
import { QUERY_TYPES } from '@fynbos/domain/enquiry/events.ts';
import { referenceNumberOf } from '@fynbos/domain/enquiry/reference-number.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { EMAIL_FORMAT_MESSAGE, isEmail } from '@fynbos/domain/identity/email.ts';
import { z } from 'zod';
import { caseless, needed, optionalText } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

/** Maximum length of a question or answer. */
const WORDS = 4_000;

const enquiryBody = caseless({
  email: needed('Email is required!').refine(isEmail, EMAIL_FORMAT_MESSAGE),
  typeOfQuery: z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
    z.enum(QUERY_TYPES, 'Type of query is required!'),
  ),
  queryDetails: needed('Query details are required!', WORDS),
  reservationNo: optionalText(64),
  promoCode: optionalText(64),
});

const newReference = (): string => referenceNumberOf(randomBytes(32)) ?? newReference();

/** Accepts a question from any visitor. The server sets its status and reference number and ignores sent values. */
async function receive(
  services: Services,
  { body, caller, context, address }: Call<z.output<typeof enquiryBody>>,
): Promise<Answer> {
  await services.auth.limits.take(LIMITS.enquiryPerNetwork, address);
  const [enquiryId] = (await nextIds(services.pool, 'enquiry')) as [number];
  const referenceNumber = newReference();
  const { email, typeOfQuery, queryDetails, reservationNo, promoCode } = body;
  const { position } = await handle(
    services.log,
    enquiryDecider,
    enquiryStream(enquiryId),
    {
      type: 'ReceiveEnquiry',
      at: context.now.toISOString(),
      enquiryId,
      agentId: caller.kind === 'agent' ? caller.agentId : null,
      ...{ email, typeOfQuery, queryDetails, referenceNumber },
      reservationNo: reservationNo || null,
      promoCode: promoCode || null,
    },
    context,
  );
  const message = `Your enquiry was received. Your reference number is ${referenceNumber}.`;
  return { body: { message, referenceNumber }, ...(position ? { position } : {}) };
}

/** Returns the enquiry of an e-mail link. Throws 404 for a forged link. */
async function byLink(services: Services, token: string) {
  const enquiryId = services.tokens.open('enquiry', token);
  const { state } = await load(services.log, enquiryDecider, enquiryStream(enquiryId ?? 'unknown'));
  if (enquiryId === null || state.status === 'none')
    throw new DomainError('not-found', 'enquiry.unknown', ENQUIRY_MESSAGES.unknown);
  return state;
}

const threadQuery = caseless({ thread: needed(ENQUIRY_MESSAGES.unknown, 300) });

/** Contact: a question, and its thread through the link in an e-mail. */
export const contactRoutes = (services: Services): Route[] => [
  route({
    method: 'post',
    paths: ['/ContactUsSupport/contact-us'],
    who: 'anyone',
    tag: 'Contact',
    summary: 'Send a question to support.',
    status: 201,
    body: enquiryBody,
    answer: z.object({ message: z.string(), referenceNumber: z.string() }),
    handle: (call) => receive(services, call),
  }),
  route({
    method: 'get',
    paths: ['/ContactUsSupport/thread'],
    who: 'anyone',
    tag: 'Contact',
    summary: 'The thread of an enquiry, by the link of a mail.',
    query: threadQuery,
    answer: z.looseObject({ referenceNumber: z.string(), status: z.string() }),
    handle: async ({ query }) => {
      const { referenceNumber, status, typeOfQuery, thread } = await byLink(services, query.thread);
      return { body: { referenceNumber, status, typeOfQuery, thread } };
    },
  }),
  route({
    method: 'post',
    paths: ['/ContactUsSupport/thread'],
    who: 'anyone',
    tag: 'Contact',
    summary: 'Write on in the thread of an enquiry, by the link of a mail.',
    query: threadQuery,
    body: caseless({ text: needed('Query details are required!', WORDS) }),
    answer: z.object({ message: z.string() }),
    handle: async ({ query, body, context, address }) => {
      await services.auth.limits.take(LIMITS.enquiryPerNetwork, address);
      const { enquiryId } = await byLink(services, query.thread);
      const command = {
        type: 'ReplyToEnquiry',
        at: context.now.toISOString(),
        replyId: randomUUID(),
        text: body.text,
      } as const;
      const { position } = await handle(services.log, enquiryDecider, enquiryStream(enquiryId), command, context);
      return { body: { message: 'Your reply was sent.' }, ...(position ? { position } : {}) };
    },
  }),
];
