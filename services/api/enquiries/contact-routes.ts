import { agentOf } from '@fynbos/application/caller.ts';
import { enquiryByLink, receiveEnquiry, replyByLink } from '@fynbos/application/enquiries/contact.ts';
import { attachFile, ownFile } from '@fynbos/application/enquiries/files.ts';
import { questionedFigure } from '@fynbos/application/enquiries/questioned-figure.ts';
import { ENQUIRY_MESSAGES } from '@fynbos/domain/enquiry/enquiry.ts';
import { QUERY_TYPES } from '@fynbos/domain/enquiry/events.ts';
import { EMAIL_FORMAT_MESSAGE, isEmail } from '@fynbos/domain/identity/email.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { listSentEnquiries } from '@fynbos/projections/enquiries/queries.ts';
import { z } from 'zod';
import { caseInsensitive, optionalText, requiredLine, requiredText } from '../http/fields.ts';
import { HttpRefusal } from '../http/problem.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { wholeFile } from '../ndjson/body.ts';
import { enquiryReceivedAnswer, ownEnquiryAnswer, threadAnswer } from './answers.ts';

/** Maximum number of characters of a question or reply. */
const TEXT_LENGTH = 4_000;

const enquiryBody = caseInsensitive({
  email: requiredText('Email is required!').refine(isEmail, EMAIL_FORMAT_MESSAGE),
  typeOfQuery: z.preprocess(
    (value: string) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
    z.enum(QUERY_TYPES, 'Type of query is required!'),
  ),
  queryDetails: requiredText('Query details are required!', TEXT_LENGTH),
  reservationNo: optionalText(64),
  promoCode: optionalText(64),
  /** The payout and the line that a signed-in agent questions (Q3). */
  runId: optionalText(36),
  lineName: optionalText(64),
});

const MAX_FILE_BYTES = 5 * 1024 * 1024;

const threadQuery = caseInsensitive({ thread: requiredText(ENQUIRY_MESSAGES.unknown, 300) });

/** Contact: a question, and its thread through the link in an e-mail. */
export const contactRoutes = tagged('Contact', [
  route.post('/ContactUsSupport/contact-us', {
    who: 'anyone',
    rejectsInvalidToken: true,
    summary: 'Send a question to support',
    status: 201,
    body: enquiryBody,
    answer: enquiryReceivedAnswer,
    handle: async ({ body, caller, address: network, context }, services) => {
      const { runId, lineName, ...question } = body;
      const reference = { runId, lineName, reservationNo: body.reservationNo };
      const figure = caller.kind === 'agent' ? await questionedFigure(services, caller.agentId, reference) : null;
      const received = { ...question, figure };
      const { enquiryId, referenceNumber, position } = await receiveEnquiry(services, received, {
        caller,
        network,
        context,
      });
      const message = `Your enquiry was received. Your reference number is ${referenceNumber}.`;
      const thread = caller.kind === 'agent' ? services.tokens.sign('enquiry', String(enquiryId)) : null;
      return { body: { message, referenceNumber, thread }, position };
    },
  }),
  route.get('/agent/enquiries', {
    who: 'agent',
    summary: 'List the enquiries that you sent while signed in, newest first',
    reads: [enquiries.name],
    answer: z.array(ownEnquiryAnswer),
    handle: async ({ caller }, services) => ({
      body: (await listSentEnquiries(services.db, agentOf(caller).agentId)).map(({ id, ...enquiry }) => ({
        ...enquiry,
        thread: services.tokens.sign('enquiry', String(id)),
      })),
    }),
  }),
  route.post('/agent/enquiry-files', {
    who: 'agent',
    summary: 'Attach a file to one of your enquiries: PDF, JPEG or PNG, at most 5 MB',
    raw: 'application/octet-stream',
    query: threadQuery.and(caseInsensitive({ name: requiredLine('The name of the file is required.', 120) })),
    status: 201,
    message: 'The file was attached.',
    run: async ({ query: { thread, name }, caller, context, request }, services) => {
      if (!request.is('application/octet-stream'))
        throw new HttpRefusal(415, 'content-type', 'Send the file as application/octet-stream.');
      const file = { name, content: await wholeFile(request, MAX_FILE_BYTES) };
      return attachFile(services, thread, file, { caller: agentOf(caller), context });
    },
  }),
  route.get('/agent/enquiry-files/{fileId}', {
    who: 'agent',
    summary: 'Download a file of one of your enquiries',
    query: threadQuery,
    handle: async ({ params: { fileId }, query: { thread }, caller, response }, services) => {
      const { downloadName, content, fileType } = await ownFile(services, thread, fileId, agentOf(caller));
      return sendFile(response, downloadName, content, fileType);
    },
  }),
  route.get('/ContactUsSupport/thread', {
    who: 'anyone',
    summary: 'Get the thread of an enquiry, through the link in an e-mail',
    query: threadQuery,
    answer: threadAnswer,
    handle: async ({ query }, services) => {
      const { referenceNumber, status, typeOfQuery, thread, files } = await enquiryByLink(services, query.thread);
      return { body: { referenceNumber, status, typeOfQuery, thread, files } };
    },
  }),
  route.post('/ContactUsSupport/thread', {
    who: 'anyone',
    summary: 'Reply in the thread of an enquiry, through the link in an e-mail',
    query: threadQuery,
    body: caseInsensitive({ text: requiredText('Query details are required!', TEXT_LENGTH) }),
    message: 'Your reply was sent.',
    run: ({ query, body, context, address: network }, services) =>
      replyByLink(services, query.thread, body.text, { network, context }),
  }),
]);
