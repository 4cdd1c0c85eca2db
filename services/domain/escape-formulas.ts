const FORMULA_START = '[=+\\-@\\t\\r]';
/** In English, South Africa, a semicolon separates fields and quotes do not protect: a cell may begin here. */
const AFTER_SEPARATOR = new RegExp(`([;\\t\\r\\n][\\s"']*)(?=${FORMULA_START})`, 'g');
const AT_START = new RegExp(`^${FORMULA_START}`);

/** An apostrophe goes before a character that begins a formula, at the start and wherever a spreadsheet may split. */
export const escapeFormulas = (text: string): string =>
  (AT_START.test(text) ? `'${text}` : text).replace(AFTER_SEPARATOR, "$1'");
