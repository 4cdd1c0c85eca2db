/** Letters whose plain form Unicode does not know. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', ı: 'i' };
/** Characters without a shape: break opportunities and variation selectors. */
const INVISIBLE = /\u200b|\u2060|\p{Variation_Selector}/gu;

/**
 * Returns text that a document can print. A letter whose mark the fonts lack loses the mark. A character without a plain
 * form becomes a question mark, so that the gap is visible.
 * @param has whether a font has the character
 */
export function printable(text: string, has: (character: string) => boolean): string {
  return Array.from(text.replace(INVISIBLE, ''), (each) => {
    if (has(each)) return each;
    const plain = PLAIN_LETTERS[each] ?? each.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(has) ? plain : '?';
  }).join('');
}
