import { COUNTRIES } from '@fynbos/domain/country/countries.ts';

interface PhoneParts {
  readonly dialCode: string;
  /** The number after the dial code, without a leading zero. */
  readonly number: string;
}

/** Splits a stored number (`27821234567`, with or without plus, or with a leading zero) into dial code and the rest. */
export function phoneParts(stored: string, fallbackDialCode: string): PhoneParts {
  const digits = stored.replace(/\D/g, '');
  const dialCodes = [fallbackDialCode.replace(/\D/g, ''), ...COUNTRIES.map(({ dailCode }) => dailCode)];
  const dialCode = dialCodes.find((code) => code !== '' && digits.startsWith(code) && digits.length >= code.length + 8);
  return dialCode
    ? { dialCode, number: digits.slice(dialCode.length).replace(/^0/, '') }
    : { dialCode: fallbackDialCode.replace(/\D/g, ''), number: digits.replace(/^0/, '') };
}
