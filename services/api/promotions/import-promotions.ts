import type { ImportRun } from '@fynbos/application/import.ts';
import { PromotionImport } from '@fynbos/application/promotions/import-promotions.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type LineHandlers, oneByOne } from '../imports/import.ts';
import { promotionChangeLine, promotionLine } from './promotion-forms.ts';

export function promotionLines(log: EventLog, run: ImportRun): LineHandlers {
  const imported = new PromotionImport(log, run);
  return {
    promotion: oneByOne(promotionLine, ({ type: _type, ...line }) => imported.addPromotion(line)),
    'promotion-change': oneByOne(promotionChangeLine, ({ type: _type, ...line }) => imported.addChange(line)),
  };
}
