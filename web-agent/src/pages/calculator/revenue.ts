import { centsOfRand } from '@fynbos/domain/money.ts';

/** Rand as people type them: `R2 500`, `2500.50` or `2500,50`. Returns cents above zero; null for anything else. */
export function centsOfInput(text: string): number | null {
  const plain = text.replace(/[\sR\u00a0\u202f]/gi, '').replace(/,(\d{1,2})$/, '.$1');
  if (!/^\d+(\.\d{1,2})?$/.test(plain.replaceAll(',', ''))) return null;
  return centsOfRand(Number(plain.replaceAll(',', ''))) || null;
}
