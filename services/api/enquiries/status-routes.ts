import { handle, load } from '@fynbos/application/handle.ts';
import { type EnquiryState, enquiryDecider, enquiryStream } from '@fynbos/domain/enquiry/enquiry.ts';
import { ENQUIRY_STATUSES } from '@fynbos/domain/enquiry/events.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { type EnquiryRow, enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { ALL_ENQUIRIES } from '@fynbos/projections/enquiries/queries.ts';
import { z } from 'zod';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { answeringStale, ifMatchOf, Stale } from '../lists/version.ts';
import { sendWhole } from '../lists/whole-list.ts';
import { enquiryAnswer } from './answers.ts';
import { enquiryListed } from './enquiries.ts';

async function setStatus(
  { log }: Services,
  { params, body, context, request }: Call<{ status: EnquiryState['status'] }>,
): Promise<Answer> {
  const stream = enquiryStream(params.id ?? '');
  const version = ifMatchOf(request);
  if (version !== null) {
    const current = await load(log, enquiryDecider, stream);
    if (current.stream.revision >= 0 && current.stream.revision + 1 !== version) {
      throw new Stale({
        id: current.state.enquiryId,
        status: current.state.status,
        version: current.stream.revision + 1,
      });
    }
  }
  const { status } = body;
  if (status === 'none') throw new DomainError('invalid', 'enquiry.status', 'Resolved, Escalated or Activated.');
  const command = { type: 'SetEnquiryStatus', at: context.now.toISOString(), status } as const;
  const { position } = await handle(log, enquiryDecider, stream, command, context);
  return { body: { message: `The enquiry is ${status}.` }, ...(position ? { position } : {}) };
}

/** The enquiry calls that the portal specification lists for administrators: the whole list, and the status. */
export const enquiryStatusRoutes = (services: Services): Route[] => [
  route({
    method: 'get',
    paths: ['/admin/queries'],
    who: { admin: 'enquiries:see' },
    tag: 'Enquiries',
    summary: 'List all enquiries, newest first.',
    reads: [enquiries.name],
    answer: z.array(enquiryAnswer),
    handle: (call) => sendWhole<EnquiryRow>(call, services.exports, ALL_ENQUIRIES, enquiryListed),
  }),
  route({
    method: 'put',
    paths: ['/admin/update-status/{id}'],
    ifMatch: 'heeded',
    who: { admin: 'enquiries:answer' },
    tag: 'Enquiries',
    summary: 'Set the status of an enquiry.',
    body: z.object({ status: z.enum(ENQUIRY_STATUSES, 'Resolved, Escalated or Activated.') }),
    answer: z.object({ message: z.string() }),
    handle: (call) => answeringStale(call, () => setStatus(services, call)),
  }),
];
