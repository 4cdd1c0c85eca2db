import { isEmail } from '@fynbos/domain/identity/email.ts';
import { blank, check } from '../../forms/rules.ts';
import { required } from '../../text/first-messages.ts';
import { MESSAGES } from '../../text/messages.ts';

export interface ContactValues {
  email: string;
  typeOfQuery: string;
  queryDetails: string;
}

/** Query types (specification, sections 3 and 9). */
export const QUERY_TYPES = [
  { value: 'incentives', label: 'Incentives' },
  { value: 'account', label: 'Account' },
  { value: 'other', label: 'Other' },
] as const;

/** Specification, section 5, Contact form. The blocked e-mail domains do not apply here. */
export const contactErrors = (values: ContactValues) =>
  check<ContactValues>({
    email: [blank(values.email, required('Email')), !isEmail(values.email) && MESSAGES.emailValid],
    typeOfQuery: blank(values.typeOfQuery, required('Type of query')),
    queryDetails: blank(values.queryDetails, 'Query details are required!'),
  });
