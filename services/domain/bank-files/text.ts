const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/**
 * Text as a bank takes it, at most `length` characters, by these rules: accents go (é becomes e), letters without a plain
 * form are spelled out (ß becomes ss, ø becomes o), all is upper case; what is then no letter, digit, space or one of . / & ( ) '
 * or a hyphen within a word becomes a space; spaces are single; a formula cannot begin it; the end is cut off.
 */
export function bankText(text: string, length: number): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłþı]/giu, (letter) => LETTERS[letter.toLowerCase()] ?? ' ')
    .replace(/[‘’`´]/g, "'")
    .replace(/[‐‑‒–—]/g, '-')
    .toUpperCase()
    .replace(/[^A-Z0-9 ./&()'-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[^A-Z0-9]+/, '');
  return plain.slice(0, length).trimEnd();
}

/** Digits only. */
export const digits = (text: string): string => text.replace(/\D/g, '');

/** `YYYY-MM-DD` as `YYMMDD`. */
export const yymmdd = (day: string): string => day.slice(2).replaceAll('-', '');

/** `YYYY-MM-DD` as `DD-MM-YYYY`. */
export const ddmmyyyy = (day: string): string => day.split('-').reverse().join('-');

/** `150.00` as cents; null where it is no such amount. */
export const centsOfText = (text: string): number | null =>
  /^\d+\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : null;
