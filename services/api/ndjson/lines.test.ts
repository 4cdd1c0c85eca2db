import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type Line, lineBatches } from './lines.ts';

async function linesOf(...chunks: readonly Buffer[]): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const fail = (error: Error) => {
    throw error;
  };
  for await (const batch of lineBatches(Readable.from(chunks), fail)) lines.push(...batch);
  return lines;
}
const read = (text: string): Line => ({ ok: true, text });

test('a character that arrives in two parts is read as one', async () => {
  const body = Buffer.from('"Zoë"\n\n"last"');
  const within = body.indexOf(Buffer.from('ë')) + 1;
  const lines = await linesOf(body.subarray(0, within), body.subarray(within));
  expect(lines).toEqual([read('"Zoë"'), read('"last"')]);
});

test('a line that is not UTF-8 is refused, and the lines around it are read', async () => {
  const broken = Buffer.concat([Buffer.from('"a"\n"'), Buffer.of(0xff, 0xc3, 0x28), Buffer.from('"\n"b"\n')]);
  expect(await linesOf(broken)).toEqual([read('"a"'), { ok: false, message: 'The line is not UTF-8.' }, read('"b"')]);
});

test('a line of more than 64 KiB is refused, and the next one is read', async () => {
  const long = Buffer.from(`"${'x'.repeat(64 * 1024)}"\n"b"`);
  expect(await linesOf(long)).toEqual([{ ok: false, message: 'The line is too long.' }, read('"b"')]);
});
