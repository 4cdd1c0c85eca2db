import { enquiryListed, enquiryRecord } from '@fynbos/application/enquiries/enquiry-record.ts';
import { setEnquiryStatus } from '@fynbos/application/enquiries/support.ts';
import { ENQUIRY_STATUSES } from '@fynbos/domain/enquiry/events.ts';
import { type EnquiryRow, enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { ALL_ENQUIRIES } from '@fynbos/projections/enquiries/queries.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { streamList } from '../lists/export.ts';
import { answeringStale, ifMatchOf } from '../lists/version.ts';
import { enquiryAnswer } from './answers.ts';

/** The enquiry calls that the portal specification lists for administrators: the whole list, and the status. */
export const enquiryStatusRoutes = tagged('Enquiries', [
  route.get('/admin/queries', {
    who: { admin: 'enquiries:see' },
    summary: 'List all enquiries, newest first',
    reads: [enquiries.name],
    answer: z.array(enquiryAnswer),
    handle: (call, services) => streamList<EnquiryRow>(call, services.exports, ALL_ENQUIRIES, enquiryListed),
  }),
  route.put('/admin/update-status/{id}', {
    ifMatch: 'optional',
    who: { admin: 'enquiries:answer' },
    summary: 'Set the status of an enquiry',
    body: z.object({ status: z.enum(ENQUIRY_STATUSES, 'Resolved, Escalated or Activated.') }),
    answer: z.object({ message: z.string() }),
    handle: (call, services) => {
      const { params, body, context, request } = call;
      const id = params.id;
      const change = async () => {
        const position = await setEnquiryStatus(services, id, ifMatchOf(request), body.status, context);
        return { body: { message: `The enquiry is ${body.status}.` }, position };
      };
      return answeringStale(call, change, async () => {
        const { status, version } = await enquiryRecord(services, id);
        return { id: Number(id), status, version };
      });
    },
  }),
]);
