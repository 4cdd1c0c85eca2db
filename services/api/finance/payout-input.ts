import { isDay } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { parse } from 'csv-parse/sync';
import type { Request } from 'express';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { HttpRefusal } from '../http/problem.ts';

const day = (message: string) => z.string(message).refine(isDay, message);

export const proposal = z.object({
  cutOff: day('The cut-off must be a day like 2026-03-31.'),
  payDate: day('The pay date must be a day like 2026-03-31.'),
  batch: z.enum(['eft', 'cross-border'], 'The batch is eft or cross-border.').default('eft'),
});

export const resumption = z.object({ reason: needed('Say why the run may go on.') });

export const cancellation = z.object({ reason: needed('Say why the run is cancelled.') });

export const answerQuery = z.object({
  /** The sender's own id of the answer: the same answer sent twice changes nothing. */
  answerId: z.uuid('answerId must be a UUID.'),
  rest: z.enum(['paid', 'open'], 'rest is paid or open.').default('open'),
  on: day('on must be a day like 2026-03-31.'),
});

/** A line of the bank's answer, by the reference that stood in the file. */
export interface AnswerLine {
  readonly reference: string;
  readonly outcome: 'paid' | 'failed' | 'returned';
  readonly reason: string | null;
}

/** 100,000 lines of an answer. */
const LONGEST = 16 * 1024 * 1024;

/** The body as text; 413 beyond 16 MiB, 415 for another content type. */
export async function csvBody(request: Request): Promise<string> {
  if (!request.is('text/csv')) throw new HttpRefusal(415, 'content-type', 'Send the bank’s answer as text/csv.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > LONGEST) throw new HttpRefusal(413, 'too-large', 'The answer is too large.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const row = z.object({
  reference: z.string().trim().min(1, 'The reference is missing.').max(64),
  outcome: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['paid', 'failed', 'returned'], 'The outcome is paid, failed or returned.')),
  reason: z.string().trim().max(200).optional(),
});

/** A bank's answer as CSV with the columns reference, outcome and reason. Refuses with 422 and the line of each error. */
export function answerLines(text: string): AnswerLine[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(text, {
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
    });
  } catch {
    throw new DomainError(
      'invalid',
      'payout-run.answer',
      'The answer is no CSV with the columns reference, outcome and reason.',
    );
  }
  const errors: { field: string; message: string }[] = [];
  const lines = rows.flatMap((given, index): AnswerLine[] => {
    const parsed = row.safeParse(given);
    if (parsed.success) return [{ ...parsed.data, reason: parsed.data.reason || null }];
    errors.push({ field: `line ${index + 2}`, message: parsed.error.issues[0]?.message ?? 'Not right.' });
    return [];
  });
  if (errors.length > 0)
    throw new DomainError(
      'invalid',
      'payout-run.answer',
      'Some lines of the answer cannot be read.',
      errors.slice(0, 50),
    );
  return lines;
}
