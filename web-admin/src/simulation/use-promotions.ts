import type { PromotionRecord } from '@fynbos/api/promotions/answers.ts';
import { useGetList } from 'react-admin';
import { useMay } from '../api/use-may.ts';

/** As many as the server returns at once. */
const ALL_PROMOTIONS = { pagination: { page: 1, perPage: 1_000 }, sort: { field: 'promoCode', order: 'ASC' } } as const;

/** Promotions for administrators with permission to see them, and a lookup of a promotion's code by its id. */
export function usePromotions(): { promotions: readonly PromotionRecord[]; codeOf: (id: string) => string } {
  const may = useMay();
  const { data } = useGetList<PromotionRecord>('promotions', ALL_PROMOTIONS, { enabled: may('promotions:see') });
  const codes = new Map(data?.map(({ id, promoCode }) => [id, promoCode]));
  return { promotions: data ?? [], codeOf: (id) => codes.get(id) ?? id };
}
