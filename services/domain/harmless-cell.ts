const FORMULA = '[=+\\-@\\t\\r]';
/**
 * Where spreadsheets separate fields by semicolons (English, South Africa), CSV quotes do not protect: a cell may begin
 * at these characters.
 */
const LATER = new RegExp(`([;\\t\\r\\n][\\s"']*)(?=${FORMULA})`, 'g');
const FIRST = new RegExp(`^${FORMULA}`);

/**
 * A text cell that a spreadsheet cannot interpret as a formula. An apostrophe is inserted before a character that
 * begins a formula, at the start and after every character at which a spreadsheet may split the cell.
 */
export const harmlessCell = (text: string): string => (FIRST.test(text) ? `'${text}` : text).replace(LATER, "$1'");
