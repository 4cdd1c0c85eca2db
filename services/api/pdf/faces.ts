import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const NOTO = '@expo-google-fonts/noto-sans';
const ARABIC = `${NOTO}-arabic`;

/** The faces of documents: the first prints Latin, Greek, Cyrillic and Devanagari, the others what it cannot print. */
const FILES = {
  Text: [`${NOTO}/400Regular/NotoSans_400Regular.ttf`, `${ARABIC}/400Regular/NotoSansArabic_400Regular.ttf`],
  Strong: [`${NOTO}/700Bold/NotoSans_700Bold.ttf`, `${ARABIC}/700Bold/NotoSansArabic_700Bold.ttf`],
} as const;
export type Face = keyof typeof FILES;
export const FACES = Object.keys(FILES) as Face[];

const read = new Map<string, Buffer>();

/** The font files of a face in the order of preference. Each is read once per process. */
export const filesOf = (face: Face): readonly Buffer[] =>
  FILES[face].map((name) => {
    const known = read.get(name) ?? readFileSync(resolve(name));
    read.set(name, known);
    return known;
  });
