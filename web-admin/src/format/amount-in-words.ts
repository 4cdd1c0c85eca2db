import type { Cents } from '@fynbos/domain/money.ts';

const BELOW_TWENTY = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion'];

function belowHundred(n: number): string {
  if (n < 20) return BELOW_TWENTY[n] as string;
  const ones = n % 10;
  return `${TENS[Math.floor(n / 10)]}${ones === 0 ? '' : `-${BELOW_TWENTY[ones]}`}`;
}

function belowThousand(n: number): string {
  const hundreds = Math.floor(n / 100);
  const rest = n % 100;
  if (hundreds === 0) return belowHundred(rest);
  return `${BELOW_TWENTY[hundreds]} hundred${rest === 0 ? '' : ` and ${belowHundred(rest)}`}`;
}

function integerInWords(n: number): string {
  if (n === 0) return 'zero';
  const parts: string[] = [];
  for (let rest = n, scale = 0; rest > 0; rest = Math.floor(rest / 1000), scale++) {
    const group = rest % 1000;
    if (group === 0) continue;
    const text = belowThousand(group);
    // "one thousand and five": the last group of an amount above a thousand, where it has no hundreds.
    const joined = scale === 0 && n > 1000 && group < 100 ? `and ${text}` : text;
    parts.unshift(scale === 0 ? joined : `${text} ${SCALES[scale]}`);
  }
  return parts.join(' ');
}

/** Cents as words: `one thousand two hundred rand and five cents`, below zero with `minus`. */
export function amountInWords(cents: Cents): string {
  const abs = Math.abs(cents);
  const rest = abs % 100;
  const rand = `${integerInWords(Math.floor(abs / 100))} rand`;
  const both = rest === 0 ? rand : `${rand} and ${belowHundred(rest)} ${rest === 1 ? 'cent' : 'cents'}`;
  return cents < 0 ? `minus ${both}` : both;
}
