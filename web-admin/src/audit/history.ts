export type { HistoryEntry } from '@fynbos/api/audit/answers.ts';
