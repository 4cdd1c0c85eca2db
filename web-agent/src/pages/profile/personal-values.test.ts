import { expect, test } from 'vitest';
import type { AgentDetails } from '../../api/types.ts';
import { agencyErrors } from '../update-agency/agency-rules.ts';
import { personalErrors, personalPayload, personalValues } from './personal-values.ts';

const DETAILS: AgentDetails = {
  id: 7,
  idNumber: '8001015009087',
  title: 'Ms',
  initials: 'T',
  firstName: 'Thandi',
  surname: 'Nkosi',
  emailAddress: 'thandi@gmail.com',
  cellNumber: '27821234567',
  countryDialCode: '27',
  taxCountry: 'RSA',
  telephoneNumber: '0118518081',
  taxNumber: '2251362634',
  iataNumber: '7720101',
  agencyName: 'Karoo Travel',
  physicalAddressLine1: '1 Long Street',
  physicalAddressLine2: '',
  physicalAddressLine3: '',
  postalCode: '8001',
  employerConsent: 'Y',
  communicationMethod: 'E',
  loyaltyTrackingNo: 'FT1',
  activeFrom: '2026-01-01',
  status: 'active',
  termsAndConditions: 'Y',
  countryOfIssue: '',
  idType: '',
  rentalCo: '',
  emailAddressPending: null,
};
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
