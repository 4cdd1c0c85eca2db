import type { MonthClose } from '@fynbos/api/month-close/answers.ts';

export type { MonthClose, MonthSummary } from '@fynbos/api/month-close/answers.ts';
/** A step of closing a month, with its computed state and its sign-off. */
export type Step = MonthClose['steps'][number];
