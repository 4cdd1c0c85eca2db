import type { PromotionRecord } from '@fynbos/api/promotions/answers.ts';
import { usePermissions } from 'react-admin';
import { useRead } from '../record/use-read.tsx';

export type PromotionName = Pick<PromotionRecord, 'id' | 'promoCode'>;

/** Promotions for administrators with permission to see them, and a lookup of a promotion's code by its id. */
export function usePromotions(): { promotions: readonly PromotionName[]; codeOf: (id: string) => string } {
  const { permissions } = usePermissions<Record<string, string>>();
  const { data } = useRead<PromotionName[]>(
    permissions?.['promotions:see'] ? 'promotions?sort=["promoCode","ASC"]' : null,
  );
  const codes = new Map(data?.map(({ id, promoCode }) => [id, promoCode]));
  return { promotions: data ?? [], codeOf: (id) => codes.get(id) ?? id };
}
