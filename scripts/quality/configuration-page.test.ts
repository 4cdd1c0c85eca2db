import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONFIG_VARIABLES } from '@fynbos/platform/config/config.ts';
import { expect, test } from 'vitest';

test('documents every environment variable in docs/configuration.md', async () => {
  const page = await readFile(path.resolve(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
  expect(CONFIG_VARIABLES.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
