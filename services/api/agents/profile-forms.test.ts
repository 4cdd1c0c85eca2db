import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import { noAgent } from '@fynbos/domain/agent/state.ts';
import { COUNTRIES, type CountryCode } from '@fynbos/domain/country/countries.ts';
import { describe, expect, test } from 'vitest';
import { agentAnswerOf } from './agent-answer.ts';
import { profileBody, profileChanges, standAloneBody, standAloneChanges } from './profile-forms.ts';

const CELLS: Readonly<Record<string, string>> = {
  27: '+27821234567',
  264: '+264811234567',
  266: '+26650123456',
  267: '+26771234567',
  268: '+26876123456',
};
const LANDLINES: Readonly<Record<string, string>> = {
  RSA: '+27118518081',
  NMB: '+26461234567',
  LES: '+26622312345',
  BOT: '+2673901234',
  SWZ: '+26824041234',
};

const detailsOf = (taxCountry: CountryCode, cellNumber: string, countryDialCode: string): AgentDetails => ({
  idNumber: '8001015009087',
  idType: 'SMART',
  title: 'Ms',
  initials: 'T',
  firstName: 'Thandi',
  surname: 'Nkosi',
  emailAddress: 'thandi@agency.example',
  cellNumber,
  countryDialCode,
  taxCountry,
  taxNumber: '2251362634',
  countryOfIssue: taxCountry,
  rentalCo: '1',
  communicationMethod: 'E',
  agencyName: 'Karoo',
  iataNumber: '7720101',
  telephoneNumber: LANDLINES[taxCountry] as string,
  postalCode: '8001',
  physicalAddressLine1: '1 Long Street',
  physicalAddressLine2: '',
  physicalAddressLine3: '',
});
const consents = { employer: true, terms: true, marketing: false };
const answered = (details: AgentDetails) =>
  agentAnswerOf({ ...noAgent, status: 'registered', agentId: 7, details, consents }, new Date('2026-06-01T08:00:00Z'));
const standAlone = (details: AgentDetails, changes: object = {}) =>
  standAloneChanges(standAloneBody.parse({ ...answered(details), ...changes }), { details });
const profile = (details: AgentDetails, changes: object = {}) =>
  profileChanges(profileBody.parse({ ...answered(details), ...changes }), { details });

const PAIRS = COUNTRIES.flatMap(({ code }) => COUNTRIES.map(({ dailCode }) => [code, dailCode] as const));

describe.each(PAIRS)('an agent of %s with a cell number of +%s', (taxCountry, dialCode) => {
  const cellNumber = CELLS[dialCode] as string;
  const details = detailsOf(taxCountry, cellNumber, dialCode);

  test('sends either form back as the API answered it, and no phone changes', () => {
    for (const changes of [standAlone(details), profile(details)])
      expect(changes).toMatchObject({
        cellNumber,
        countryDialCode: dialCode,
        telephoneNumber: details.telephoneNumber,
      });
    expect(standAlone(details, { cellNumber })).toMatchObject({ cellNumber });
  });

  test('keeps the phones when the recorded dial code differs', () => {
    const other = detailsOf(taxCountry, cellNumber, dialCode === '27' ? '264' : '27');
    expect(answered(other).countryDialCode).toBe(dialCode);
    for (const changes of [standAlone(other), profile(other)])
      expect(changes).toMatchObject({ cellNumber, countryDialCode: dialCode });
  });
});

test('a new number without a plus is of the tax country; one with a plus may be of another', () => {
  const details = detailsOf('RSA', '+264811234567', '264');
  const cell = (cellNumber: string) => standAlone(details, { cellNumber });
  expect(cell('082 765 4321')).toMatchObject({ cellNumber: '+27827654321', countryDialCode: '27' });
  expect(cell('+264 81 765 4321')).toMatchObject({ cellNumber: '+264817654321', countryDialCode: '264' });
  for (const wrong of ['82765432', '264817654321', '+2648176543']) expect(() => cell(wrong), wrong).toThrow();
});

test('the landline belongs to the tax country, independent of the country of the cell number', () => {
  const details = detailsOf('RSA', '+264811234567', '264');
  for (const changes of [standAlone, profile])
    expect(changes(details, { telephoneNumber: '0215551234' })).toMatchObject({ telephoneNumber: '+27215551234' });
});
