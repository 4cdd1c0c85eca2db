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
  ŋ: 'n',
  ɓ: 'b',
  ɗ: 'd',
  ħ: 'h',
  ŧ: 't',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
};

/**
 * Removes diacritics, spells out letters without a plain form, and replaces typographic quotes and hyphens. Names of
 * the five countries become their usual spelling without marks (Ngũgĩ: Ngugi).
 */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłþıŋɓɗħŧəɛɔ]/giu, (letter) => {
      const plain = LETTERS[letter.toLowerCase()] ?? ' ';
      return letter === letter.toLowerCase() ? plain : plain.toUpperCase();
    })
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[‐‑‒–—−]/g, '-');

/**
 * Text in the characters that banks accept, at most `length` of them. The rules:
 * - Accents are removed (é becomes e), letters without a plain form are spelled out (ß becomes ss, ø becomes o), and
 *   all letters become upper case.
 * - Every character except letters, digits, spaces, . / & ( ) ' and a hyphen within a word becomes a space; repeated
 *   spaces become one.
 * - Characters that start a formula are removed from the beginning, and the end is cut off.
 */
export function bankText(text: string, length: number): string {
  const plain = plainLetters(text)
    .toUpperCase()
    .replace(/[^A-Z0-9 ./&()'-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[^A-Z0-9]+/, '');
  return plain.slice(0, length).trimEnd();
}

export const digits = (text: string): string => text.replace(/\D/g, '');

/** `YYYY-MM-DD` as `YYMMDD`. */
export const yymmdd = (day: string): string => day.slice(2).replaceAll('-', '');

/** `YYYY-MM-DD` as `DD-MM-YYYY`. */
export const ddmmyyyy = (day: string): string => day.split('-').reverse().join('-');

/** `150.00` as cents; null where the text is not such an amount. */
export const centsOfText = (text: string): number | null =>
  /^\d+\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : null;
