import { stripVTControlCharacters, styleText } from 'node:util';

/** Output on the terminal while the product starts and runs. */
export interface Terminal {
  title(text: string): void;
  /** A finished step with a note. */
  step(what: string, note: string): void;
  /** A step in progress; the next line replaces it. */
  busy(what: string, note: string): void;
  warn(text: string): void;
  fail(text: string): void;
  /** Lines without formatting. */
  plain(text: string): void;
}

type Style = Parameters<typeof styleText>[0];

/** Writes to standard output; colours and replaced lines only on a terminal. */
export function createTerminal(): Terminal {
  const out = process.stdout;
  const paint = (style: Style, text: string): string => styleText(style, text, { stream: out });
  const passing = out.isTTY;
  const write = (text: string): void => void out.write(`${passing ? '\r\x1b[2K' : ''}${text}\n`);
  const line = (mark: string, what: string, note: string): string =>
    `  ${mark} ${what.padEnd(12)} ${paint('dim', note)}`;
  let said = '';
  return {
    title: (text) => write(`\n  ${paint('bold', text)}\n`),
    step: (what, note) => write(line(paint('green', '✓'), what, note)),
    busy(what, note) {
      const text = line(paint('yellow', '…'), what, note);
      if (passing) out.write(`\r\x1b[2K${cut(text, out.columns)}`);
      // Without a terminal (a CI log) each step is printed once, without percentages.
      else if (said !== what) write(text);
      said = what;
    },
    warn: (text) => write(`  ${paint('yellow', '!')} ${text}`),
    fail: (text) => write(`  ${paint('red', '✗')} ${text.replaceAll('\n', '\n    ')}`),
    plain: write,
  };
}

/** A wrapped line could not be erased. */
const cut = (text: string, columns: number | undefined): string =>
  stripVTControlCharacters(text).length < (columns ?? 80)
    ? text
    : stripVTControlCharacters(text).slice(0, (columns ?? 80) - 1);
