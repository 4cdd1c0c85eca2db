import { expect, test } from 'vitest';
import { filled } from './enquiry.tsx';

test('a template names the enquiry and its reservation, and leaves a gap where there is none', () => {
  const template = { text: 'About {reference}, {reservation}, {reference}:' };
  expect(filled(template, { referenceNumber: 'FR-1', reservationNo: 'R7' })).toBe('About FR-1, R7, FR-1:');
  expect(filled(template, { referenceNumber: 'FR-1', reservationNo: null })).toBe('About FR-1, …, FR-1:');
});
