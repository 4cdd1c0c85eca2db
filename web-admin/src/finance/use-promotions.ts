import { useQuery } from '@tanstack/react-query';
import { usePermissions } from 'react-admin';
import { get } from '../api/http.ts';

export interface PromotionName {
  readonly id: string;
  readonly promoCode: string;
}

/** The promotions there are, for those who may see them, and the code of one by its id. */
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
