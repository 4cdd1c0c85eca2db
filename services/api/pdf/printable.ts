/** Characters of the standard PDF fonts beyond Latin-1 (WinAnsiEncoding, 0x80 to 0x9f). */
const BEYOND = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const HAS = new RegExp(`^[\\n\\r\\t\\u0020-\\u007e\\u00a0-\\u00ff${BEYOND}]*$`, 'u');

/** Replacements for characters without a plain form: the minus sign, non-breaking spaces, letters with a stroke. */
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
 * Returns text that a document can print. The standard PDF fonts support WinAnsi only, and pdfkit writes the code of
 * any other character unchanged, which corrupts the rest of the line. A letter with an unsupported mark loses the mark
 * (Venda's ṱ becomes t). A character without a plain form becomes a question mark, so that the gap is visible.
 */
export function printable(text: string): string {
  if (HAS.test(text)) return text;
  return Array.from(text, (each) => {
    if (HAS.test(each)) return each;
    const plain = INSTEAD[each] ?? each.normalize('NFKD').replace(/\p{M}/gu, '');
    return HAS.test(plain) ? plain : '?';
  }).join('');
}
