const FORMULA = '[=+\\-@\\t\\r]';
/** Where spreadsheets part by semicolons (English, South Africa), a comma's quotes protect nothing: a cell may begin here. */
const LATER = new RegExp(`([;\\t\\r\\n][\\s"']*)(?=${FORMULA})`, 'g');
const FIRST = new RegExp(`^${FORMULA}`);

/**
 * A text cell that a spreadsheet cannot take for a formula: an apostrophe stands before a character that begins one, at
 * the beginning and after every character at which a spreadsheet may part the cell.
 */
export const harmlessCell = (text: string): string => (FIRST.test(text) ? `'${text}` : text).replace(LATER, "$1'");
