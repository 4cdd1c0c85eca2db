import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

const { resolve } = createRequire(import.meta.url);

/** The fonts of documents: the first prints Latin, Greek, Cyrillic and Devanagari, the others what it cannot print. */
const SCRIPTS = ['', 'Arabic', 'Hebrew', 'Ethiopic', 'Gujarati', 'Tamil'] as const;
/** The weight of each face. The image has only the font files of these weights (scripts/docker/Dockerfile). */
export const WEIGHTS = { Text: '400Regular', Strong: '700Bold' } as const;
export type Face = keyof typeof WEIGHTS;
const FACES = Object.keys(WEIGHTS) as Face[];

const read = new Map<string, Buffer>();

/** The font files of a face in the order of preference. Each is read once per process. */
const filesOf = (face: Face): readonly Buffer[] =>
  SCRIPTS.map((script) => {
    const weight = WEIGHTS[face];
    const name = `@expo-google-fonts/noto-sans${script && `-${script.toLowerCase()}`}/${weight}/NotoSans${script}_${weight}.ttf`;
    const cached = read.get(name) ?? readFileSync(resolve(name));
    read.set(name, cached);
    return cached;
  });

/** Letters that Unicode does not decompose. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', ı: 'i' };
/** Characters without a shape: break opportunities and variation selectors. */
const INVISIBLE_CHARACTERS = /\u200b|\u2060|\p{Variation_Selector}/gu;

/**
 * A letter loses a mark that the fonts lack. A character without a plain form becomes a question mark, so that the gap
 * is visible. `has`: whether a font has the character.
 */
function printable(text: string, has: (character: string) => boolean): string {
  return Array.from(text.replace(INVISIBLE_CHARACTERS, ''), (each) => {
    if (has(each)) return each;
    const plain = PLAIN_LETTERS[each] ?? each.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(has) ? plain : '?';
  }).join('');
}

/** The parts of pdfkit's document that print a line of text; its types leave them out. */
interface Font {
  readonly ascender: number;
  readonly font: { hasGlyphForCodePoint(code: number): boolean };
}
type LineOptions = PDFKit.Mixins.TextOptions & {
  readonly lineWidth?: number;
  readonly textWidth?: number;
  readonly wordCount?: number;
};
interface Internals {
  _font: Font;
  _fontSize: number;
  _fragment(text: string, x: number, y: number, options: LineOptions): void;
}

/** Text that one font prints. `fallback`: 0 for the face's first font. */
interface Run {
  readonly text: string;
  readonly fallback: number;
}

/** Text that the first font of each face prints: Latin with its extensions, general punctuation, the euro. */
const FIRST_FONT_TEXT =
  /^[\n\r\t\u0020-\u007e\u00a0-\u024f\u1e00-\u1eff\u2010-\u2015\u2018-\u201e\u2026\u202f\u20ac\u2212]*$/;

/** A line that needs several fonts is printed in runs; a character that no font has is replaced. */
class WrittenDocument extends PDFDocument {
  /** Whether a question mark was printed for a character that no font has. */
  hasGaps = false;
  private face: Face = 'Text';
  private readonly fonts = new Map<Face, readonly Font[]>();

  write(face: Face, size: number, colour: string): this {
    this.face = face;
    return this.font(face).fontSize(size).fillColor(colour);
  }

  override text(text: string, ...rest: unknown[]): this {
    return super.text(this.printable(text), ...(rest as []));
  }

  override heightOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    return super.heightOfString(this.printable(text), options);
  }

  override widthOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    if (FIRST_FONT_TEXT.test(text)) return super.widthOfString(text, options);
    return this.runsOf(text).reduce((width, run) => width + this.widthOfRun(run, options), 0);
  }

  /** pdfkit's drawing of one line. */
  _fragment(text: string, x: number, y: number, options: LineOptions): void {
    const base = (Object.getPrototypeOf(WrittenDocument.prototype) as Internals)._fragment;
    if (FIRST_FONT_TEXT.test(text)) {
      base.call(this, text, x, y, options);
      return;
    }
    const { align, lineWidth, textWidth: _t, wordCount: _w, ...rest } = options;
    const { _font, _fontSize } = this as unknown as Internals;
    const runs = this.runsOf(text.trimEnd());
    const width = runs.reduce((sum, run) => sum + this.widthOfRun(run, rest), 0);
    let at = x;
    if (lineWidth !== undefined && align === 'right') at += lineWidth - width;
    if (lineWidth !== undefined && align === 'center') at += (lineWidth - width) / 2;
    // All runs stand on the baseline of the first font.
    const baseline = -(_font.ascender / 1000) * _fontSize;
    for (const run of runs) {
      this.inFont(run, () => base.call(this, run.text, at, y, { ...rest, ...featuresOf(run), baseline }));
      at += this.widthOfRun(run, rest);
    }
  }

  private widthOfRun(run: Run, options?: PDFKit.Mixins.TextOptions): number {
    return this.inFont(run, () => super.widthOfString(run.text, { ...options, ...featuresOf(run) }));
  }

  private inFont<Result>({ fallback }: Run, work: () => Result): Result {
    const internals = this as unknown as Internals;
    const before = internals._font;
    internals._font = this.fontsOf(this.face)[fallback] ?? before;
    try {
      return work();
    } finally {
      internals._font = before;
    }
  }

  private fontsOf(face: Face): readonly Font[] {
    const cached = this.fonts.get(face);
    if (cached) return cached;
    const internals = this as unknown as Internals;
    const before = internals._font;
    const opened = filesOf(face).map((_, index) => {
      this.font(index === 0 ? face : `${face} ${index}`);
      return internals._font;
    });
    internals._font = before;
    this.fonts.set(face, opened);
    return opened;
  }

  private printable(text: string): string {
    if (FIRST_FONT_TEXT.test(text)) return text;
    const fonts = this.fontsOf(this.face);
    const shown = printable(text, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < 32 || fonts.some(({ font }) => font.hasGlyphForCodePoint(code));
    });
    this.hasGaps ||= shown.split('?').length > text.split('?').length;
    return shown;
  }

  /** Splits text by font. A space between two characters of a fallback belongs to their run. */
  private runsOf(text: string): Run[] {
    const fonts = this.fontsOf(this.face);
    const fontOf = (character: string): number =>
      Math.max(
        0,
        fonts.findIndex(({ font }) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
      );
    const runs: Run[] = [];
    const characters = [...text];
    characters.forEach((character, index) => {
      const last = runs.at(-1);
      const follows = characters.slice(index + 1).find((next) => next !== ' ');
      const isBetween = character === ' ' && last !== undefined && last.fallback > 0 && follows !== undefined;
      const fallback = isBetween && fontOf(follows) === last.fallback ? last.fallback : fontOf(character);
      if (last?.fallback === fallback) runs[runs.length - 1] = { fallback, text: last.text + character };
      else runs.push({ fallback, text: character });
    });
    return runs;
  }
}

/** With a list of features, even an empty one, pdfkit lays out a run as a whole, as scripts from right to left need. */
const featuresOf = ({ fallback }: Run): Pick<PDFKit.Mixins.TextOptions, 'features'> =>
  fallback === 0 ? {} : { features: [] };

export type { WrittenDocument };

/** Creates a tagged A4 document with embedded fonts. The caller draws, ends and pipes it. */
export function newDocument(options: {
  readonly title: string;
  readonly author: string;
  readonly margin: number;
}): WrittenDocument {
  const { title, author, margin } = options;
  const document = new WrittenDocument({
    size: 'A4',
    margin,
    // Kept until the end, because the footer of each page names the number of pages.
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-ZA',
    displayTitle: true,
    info: { Title: title, Author: author },
  });
  for (const face of FACES)
    filesOf(face).forEach((file, index) => {
      document.registerFont(index === 0 ? face : `${face} ${index}`, file);
    });
  return document;
}
