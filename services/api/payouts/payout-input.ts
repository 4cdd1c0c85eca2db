import { pipeline } from 'node:stream/promises';
import type { ResponseLine } from '@fynbos/application/payouts/bank-files/bank-response.ts';
import { DomainError, type FieldError } from '@fynbos/domain/errors.ts';
import { CsvError, parse } from 'csv-parse';
import type { Request } from 'express';
import { z } from 'zod';
import { day, reasonField } from '../http/fields.ts';
import { HttpRefusal } from '../http/problem.ts';
import { bodyOf } from '../ndjson/body.ts';

export const proposal = z.object({
  cutOff: day('The cut-off must be a date as YYYY-MM-DD.'),
  payDate: day('The pay date must be a date as YYYY-MM-DD.'),
  batch: z.enum(['eft', 'cross-border'], 'The batch is eft or cross-border.').default('eft'),
});

/** The body of a resumption or cancellation: a reason. */
export const reasonBody = z.object({ reason: reasonField() });

/** `bankStatementChecked`: needed for a run on hold (O16). */
export const runCancellation = reasonBody.extend({ bankStatementChecked: z.boolean().optional() });

/** Both are checked if sent; the dashboard always sends them. */
export const runApproval = z
  .object({
    reason: z.string().trim().max(500).optional(),
    /** The nett total in cents as the approver typed it. */
    statedNettCents: z.int().optional(),
  })
  .optional();

export const resultCorrection = z.object({
  agentId: z.int('The agent is missing.').positive(),
  to: z.enum(['paid', 'failed'], 'The result is paid or failed.'),
  paidOn: day('The day of payment must be a date as YYYY-MM-DD.').nullable().default(null),
  reason: reasonField('Say how the bank confirmed the result.'),
});

export const answerQuery = z.object({
  /** The sender's id of the response. Sending the same response twice changes nothing. */
  answerId: z.uuid('answerId must be a UUID.'),
  rest: z.enum(['paid', 'open'], 'rest is paid or open.').default('open'),
  on: day('on must be a date as YYYY-MM-DD.'),
});

/** Room for a response of 100,000 lines. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const MAX_LINES = 100_000;
/** Longer than any valid line. A text without line ends is refused at this length and not searched to its end. */
const MAX_LINE_BYTES = 16 * 1024;

const NO_CONTROL = /^[^\p{Cc}\p{Cs}]*$/u;
const text = (max: number) => z.string().trim().max(max).regex(NO_CONTROL, 'Control characters are not allowed.');
const row = z.object({
  reference: text(64).min(1, 'The reference is missing.'),
  outcome: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['paid', 'failed', 'returned'], 'The outcome is paid, failed or returned.')),
  reason: text(200).optional(),
});

const invalid = (message: string, errors: readonly FieldError[] = []): DomainError =>
  new DomainError('invalid', 'payout-run.answer', message, errors);

const names = (header: string[]): string[] => header.map((name) => name.trim().toLowerCase());

/**
 * CSV, parsed as it arrives: reference, outcome, reason. Throws 413 above 16 MiB or 100,000 lines, 415 for another
 * content type, and 422 with the line of each error.
 */
export async function responseLines(request: Request): Promise<ResponseLine[]> {
  if (!request.is('text/csv')) throw new HttpRefusal(415, 'content-type', 'Send the bank’s response as text/csv.');
  const options = { columns: names, bom: true, skip_empty_lines: true, relax_column_count: true };
  const parser = parse({ ...options, max_record_size: MAX_LINE_BYTES });
  const lines: ResponseLine[] = [];
  const errors: FieldError[] = [];
  let count = 0;
  try {
    await pipeline(
      bodyOf(request, MAX_RESPONSE_BYTES),
      parser,
      async (records: AsyncIterable<Record<string, string>>) => {
        for await (const record of records) {
          if (++count > MAX_LINES)
            throw new HttpRefusal(413, 'too-large', `A response has at most ${MAX_LINES} lines.`);
          const parsed = row.safeParse(record);
          if (parsed.success) lines.push({ ...parsed.data, reason: parsed.data.reason || null });
          else errors.push({ field: `line ${count + 1}`, message: parsed.error.issues[0]?.message ?? 'Invalid line.' });
        }
      },
    );
  } catch (error) {
    if (error instanceof CsvError)
      throw invalid('The response is not a CSV file with the columns reference, outcome and reason.');
    throw error;
  }
  if (errors.length > 0) throw invalid('Some lines of the response are invalid.', errors.slice(0, 50));
  return lines;
}
