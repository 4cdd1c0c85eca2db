import { listed } from '../client.ts';
import type { DemoEnquiry } from '../data/enquiries.ts';
import type { Act, Step, Tools } from '../step.ts';
import { later, timeOf } from './times.ts';

interface Listed {
  readonly id: number;
  readonly email: string;
  readonly queryDetails: string;
  readonly dateCreated: string;
}

/** Finds an enquiry in support's list by text and time. */
async function find({ client, people }: Tools, enquiry: DemoEnquiry, at: Date): Promise<number | undefined> {
  const all = await client.call<Listed[]>('GET', '/api/admin/queries', { token: await people.admin() });
  return all.find(
    ({ email, queryDetails, dateCreated }) =>
      email === enquiry.email && queryDetails === enquiry.queryDetails && Date.parse(dateCreated) === at.getTime(),
  )?.id;
}

async function ask(tools: Tools, enquiry: DemoEnquiry, at: Date): Promise<void> {
  const { email, typeOfQuery, queryDetails } = enquiry;
  // May exist from an interrupted load.
  if (tools.marker.isResumed && (await find(tools, enquiry, at)) !== undefined) return;
  await tools.client.call('POST', '/api/ContactUsSupport/contact-us', {
    at,
    body: { email, typeOfQuery, queryDetails },
  });
}

async function idOf(tools: Tools, enquiry: DemoEnquiry, at: Date): Promise<number> {
  const known = tools.marker.note<number>(`enquiry ${enquiry.key}`);
  if (known !== undefined) return known;
  const id = await listed(`enquiry ${enquiry.key}`, () => find(tools, enquiry, at));
  await tools.marker.keep(`enquiry ${enquiry.key}`, id);
  return id;
}

/** Enquiries and the actions of support. */
export const enquiries: Step = ({ enquiries: all }) =>
  all.flatMap((enquiry, index): Act[] => {
    const about = [enquiry.key];
    const asked = timeOf(enquiry.on, 9 + (index % 7), index * 401);
    const acts: Act[] = [
      { key: `ask ${enquiry.key}`, at: asked, about, perform: (tools) => ask(tools, enquiry, asked) },
    ];
    enquiry.handling.forEach(({ on, status, answer }, step) => {
      const at = timeOf(on, 16, index * 173 + step * 997);
      acts.push({
        key: `handle ${enquiry.key} ${step}`,
        at,
        about,
        perform: async (tools) => {
          const id = await idOf(tools, enquiry, asked);
          const token = await tools.people.admin();
          if (answer !== null)
            await tools.client.call('POST', `/api/admin/contact-support/${id}/answers`, {
              at,
              token,
              body: { text: answer },
            });
          await tools.client.call('PUT', `/api/admin/update-status/${id}`, {
            at: later(at, 2),
            token,
            body: { status },
          });
        },
      });
    });
    return acts;
  });
