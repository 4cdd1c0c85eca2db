import type { PromotionRecord } from '@fynbos/api/promotions/answers.ts';
import { useQuery } from '@tanstack/react-query';
import { usePermissions } from 'react-admin';
import { get } from '../api/http.ts';

export type PromotionName = Pick<PromotionRecord, 'id' | 'promoCode'>;

/** Promotions for administrators with permission to see them, and a lookup of a promotion's code by its id. */
export function usePromotions(): { promotions: readonly PromotionName[]; codeOf: (id: string) => string } {
  const { permissions } = usePermissions<Record<string, string>>();
  const { data } = useQuery({
    enabled: Boolean(permissions?.['promotions:see']),
    queryKey: ['promotions', 'names'],
    queryFn: ({ signal }) => get<PromotionName[]>('promotions?sort=["promoCode","ASC"]', signal),
  });
  const codes = new Map(data?.map(({ id, promoCode }) => [id, promoCode]));
  return { promotions: data ?? [], codeOf: (id) => codes.get(id) ?? id };
}
