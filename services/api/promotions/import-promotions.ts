import type { ImportRun } from '@fynbos/application/import-run.ts';
import { PromotionImport } from '@fynbos/application/migration/import-promotions.ts';
import type { Stores } from '@fynbos/application/services.ts';
import { type LineHandlers, oneByOne } from '../imports/import-routes.ts';
import { promotionChangeLine, promotionLine } from './promotion-forms.ts';

export function promotionLines(services: Stores, run: ImportRun): LineHandlers {
  const imported = new PromotionImport(services, run);
  return {
    promotion: oneByOne(promotionLine, ({ type: _type, ...line }) => imported.addPromotion(line)),
    'promotion-change': oneByOne(promotionChangeLine, ({ type: _type, ...line }) => imported.addChange(line)),
  };
}
