/** What the standard fonts of PDF have beyond Latin-1 (WinAnsiEncoding, 0x80 to 0x9f). */
const BEYOND = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const HAS = new RegExp(`^[\\n\\r\\t\\u0020-\\u007e\\u00a0-\\u00ff${BEYOND}]*$`, 'u');

/** Stand-ins for what has no plain form by itself: the minus of screens, spaces that do not break, letters with a stroke. */
const INSTEAD: Readonly<Record<string, string>> = {
  '\u2212': '\u2013',
  '\u202f': '\u00a0',
  '\u2009': '\u00a0',
  '\u2010': '-',
  '\u2011': '-',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
};

/**
 * Text as a document prints it: the standard fonts of PDF know WinAnsi alone, and pdfkit writes the number of any other
 * character as it is, which spoils that line to its end. A letter with a mark that the fonts lack stands without it
 * (Venda's ṱ as t), and what has no plain form at all as a question mark, so that it is seen to be missing.
 */
export function printable(text: string): string {
  if (HAS.test(text)) return text;
  return Array.from(text, (each) => {
    if (HAS.test(each)) return each;
    const plain = INSTEAD[each] ?? each.normalize('NFKD').replace(/\p{M}/gu, '');
    return HAS.test(plain) ? plain : '?';
  }).join('');
}
