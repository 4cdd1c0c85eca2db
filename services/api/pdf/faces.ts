import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The fonts of documents: the first prints Latin, Greek, Cyrillic and Devanagari, the others what it cannot print. */
const SCRIPTS = ['', 'Arabic', 'Hebrew', 'Ethiopic', 'Gujarati', 'Tamil'] as const;
const WEIGHTS = { Text: '400Regular', Strong: '700Bold' } as const;
export type Face = keyof typeof WEIGHTS;
export const FACES = Object.keys(WEIGHTS) as Face[];

const read = new Map<string, Buffer>();

/** The font files of a face in the order of preference. Each is read once per process. */
export const filesOf = (face: Face): readonly Buffer[] =>
  SCRIPTS.map((script) => {
    const weight = WEIGHTS[face];
    const name = `@expo-google-fonts/noto-sans${script && `-${script.toLowerCase()}`}/${weight}/NotoSans${script}_${weight}.ttf`;
    const known = read.get(name) ?? readFileSync(resolve(name));
    read.set(name, known);
    return known;
  });
