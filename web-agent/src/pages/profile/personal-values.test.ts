import { expect, test } from 'vitest';
import { DETAILS as COMPANY_ADDRESS } from '../../testing/agent-details.ts';
import { agencyErrors } from '../update-agency/agency-rules.ts';
import { personalErrors, personalPayload, personalValues } from './personal-values.ts';

const DETAILS = { ...COMPANY_ADDRESS, emailAddress: 'thandi@gmail.com' };
const REFUSED = 'Personal email domains like Gmail, Yahoo, and Hotmail are not allowed.';

test('both forms accept a stored private address and refuse a new one', () => {
  const personal = personalValues(DETAILS);
  const agency = { ...DETAILS, cellNumber: '0821234567' };
  expect(personalErrors(DETAILS)(personal)).toEqual({});
  expect(agencyErrors(DETAILS)(agency)).toEqual({});
  const emailAddress = 'other@gmail.com';
  expect(personalErrors(DETAILS)({ ...personal, emailAddress })).toEqual({ emailAddress: REFUSED });
  expect(agencyErrors(DETAILS)({ ...agency, emailAddress })).toEqual({ emailAddress: REFUSED });
});

test('sends only the changed fields, so that other people’s changes are kept', () => {
  const loaded = personalValues(DETAILS);
  const always = { ID: 7, idNumber: DETAILS.idNumber, employerConsent: 'Y' };
  expect(personalPayload(loaded, loaded, DETAILS)).toEqual(always);
  expect(personalPayload({ ...loaded, surname: 'Mokoena' }, loaded, DETAILS)).toEqual({
    ...always,
    surname: 'Mokoena',
  });
  const moved = { ...loaded, countryDialCode: '264', cellNumber: '811234567' };
  expect(personalPayload(moved, loaded, DETAILS)).toEqual({
    ...always,
    countryDialCode: '264',
    cellNumber: '264811234567',
  });
});
