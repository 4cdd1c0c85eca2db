import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CHUNKS } from './chunks.ts';

const app = path.resolve(import.meta.dirname, '..');
const roots = [app, path.resolve(app, '../services'), path.resolve(app, '../node_modules')];
const exists = (file: string): boolean =>
  roots.some((root) => globSync([`${file}*`, `${file}/*`], { cwd: root }).length > 0);

test.each(CHUNKS)('each path of the chunk $name names an existing file', ({ files, except = [] }) => {
  expect([...files, ...except].filter((file) => !exists(file))).toEqual([]);
});
