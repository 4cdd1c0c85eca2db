import type { PromotionRecord } from '@fynbos/api/promotions/answers.ts';
import { useMay } from '../record/use-may.ts';
import { useRead } from '../record/use-read.tsx';

/** Promotions for administrators with permission to see them, and a lookup of a promotion's code by its id. */
export function usePromotions(): { promotions: readonly PromotionRecord[]; codeOf: (id: string) => string } {
  const may = useMay();
  const { data } = useRead(may('promotions:see') ? 'promotions' : null, {
    query: { sort: '["promoCode","ASC"]' },
  });
  const codes = new Map(data?.map(({ id, promoCode }) => [id, promoCode]));
  return { promotions: data ?? [], codeOf: (id) => codes.get(id) ?? id };
}
