/** Whether a file is of the bank, instead of a list of results, which has a column `outcome`. */
export const isOfBank = (text: string): boolean => !/^\uFEFF?[^<\n]*\boutcome\b/i.test(text.trimStart());
