import { erasurePreview } from '@fynbos/application/erasure/erase-agent.ts';
import type { z } from 'zod';

export const erasureAnswer = erasurePreview;
export type ErasurePreview = z.output<typeof erasureAnswer>;
