import type { ImportOutcome, ImportRun } from '@fynbos/application/import.ts';
import { PromotionImport } from '@fynbos/application/promotions/import-promotions.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { z } from 'zod';
import { itemErrors } from '../http/validate.ts';
import { type ImportAnswer, type LineHandlers, refusedLine } from '../imports/import.ts';
import { promotionChangeLine, promotionLine } from './promotion-forms.ts';

/** Handlers for the `promotion` and `promotion-change` lines of an import. */
export function promotionLines(log: EventLog, { context, dryRun }: ImportRun): LineHandlers {
  const imported = new PromotionImport(log, context, dryRun);
  return {
    promotion: oneByOne(promotionLine, ({ type: _type, ...line }) => imported.addPromotion(line)),
    'promotion-change': oneByOne(promotionChangeLine, ({ type: _type, ...line }) => imported.addChange(line)),
  };
}

/** Handles lines in order. A refused command becomes the answer of its line. */
function oneByOne<Line extends z.ZodType>(schema: Line, add: (line: z.output<Line>) => Promise<ImportOutcome>) {
  return async (values: readonly object[]): Promise<ImportAnswer[]> => {
    const answers: ImportAnswer[] = [];
    for (const value of values) {
      const parsed = schema.safeParse(value);
      answers.push(
        parsed.success
          ? await add(parsed.data).catch(refusedLine)
          : { result: 'rejected', errors: itemErrors(parsed.error) },
      );
    }
    return answers;
  };
}
