import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** The files below a folder of the checkout with a matching path, sorted: path relative to the checkout, and text. */
export async function sourcesOf(folder: string, pattern: RegExp): Promise<[file: string, source: string][]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.map(({ parentPath, name }) => path.join(parentPath, name)).filter((file) => pattern.test(file));
  return Promise.all(
    files
      .sort()
      .map(
        async (file): Promise<[string, string]> => [
          path.relative(root, file).replaceAll('\\', '/'),
          await readFile(file, 'utf8'),
        ],
      ),
  );
}
