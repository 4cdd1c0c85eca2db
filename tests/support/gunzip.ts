import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

/** The text of a file, decompressed if its name ends in .gz. */
export const unpacked = (file: string): Promise<string> =>
  file.endsWith('.gz') ? text(createReadStream(file).pipe(createGunzip())) : readFile(file, 'utf8');
