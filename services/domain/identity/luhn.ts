/** Whether the digits end in their Luhn check digit. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let back = 0; back < digits.length; back++) {
    const digit = Number(digits[digits.length - 1 - back]);
    const doubled = digit * 2;
    sum += back % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** The check digit that makes `digits` pass the Luhn check. */
export function luhnDigit(digits: string): string {
  for (let digit = 0; digit < 10; digit++) if (passesLuhn(`${digits}${digit}`)) return String(digit);
  throw new RangeError('not digits');
}
