import { COUNTRIES } from '@fynbos/domain/country/countries.ts';
import { cellNumberE164 } from '@fynbos/domain/identity/phone.ts';
import { expect, test } from 'vitest';
import type { AgentDetails } from '../../api/types.ts';
import { MESSAGES } from '../../messages/messages.ts';
import { DETAILS } from '../../testing/agent-details.ts';
import { agencyErrors, agencyValues } from './agency-rules.ts';

const CELLS = ['27821234567', '264811234567', '26650123456', '26771234567', '26876123456'];
const details = (taxCountry: string, cellNumber: string, countryDialCode: string): AgentDetails => ({
  ...DETAILS,
  cellNumber,
  countryDialCode,
  taxCountry,
});

test('accepts the stored details unchanged, in any country', () => {
  for (const { code } of COUNTRIES)
    for (const stored of CELLS)
      for (const { dailCode } of COUNTRIES) {
        const agent = details(code, stored, dailCode);
        const values = agencyValues(agent);
        const name = `${code} ${stored} ${dailCode}: ${values.cellNumber}`;
        expect(agencyErrors(agent)(values), name).toEqual({});
        expect(cellNumberE164(values.cellNumber, { taxCountry: code }), name).toBe(`+${stored}`);
      }
  expect(agencyValues(details('RSA', '27821234567', '27')).cellNumber).toBe('0821234567');
  expect(agencyValues(details('RSA', '264811234567', '264')).cellNumber).toBe('+264811234567');
});

test('requires ten digits only for a South African number', () => {
  const agent = details('RSA', '264811234567', '264');
  const cell = (cellNumber: string) => agencyErrors(agent)({ ...agencyValues(agent), cellNumber }).cellNumber;
  expect(cell('+264 81 765 4321')).toBeUndefined();
  expect(cell('82123456')).toBe(MESSAGES.cellTenDigits);
  expect(cell('+26481')).toBe(MESSAGES.cellLength);
});
