import { enquiryRecord } from '@fynbos/application/enquiries/enquiry-record.ts';
import { setEnquiryStatus } from '@fynbos/application/enquiries/support.ts';
import { ENQUIRY_STATUSES } from '@fynbos/domain/enquiry/events.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { answeringStale, ifMatchOf } from '../lists/version.ts';

/** The call of the portal specification that sets the status of an enquiry. */
export const enquiryStatusRoutes = tagged('Enquiries', [
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
