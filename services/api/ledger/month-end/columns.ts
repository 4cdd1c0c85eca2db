import type { PaperColumn } from '../../reports/paper.ts';

export const number = true;

/** Rows of a section at most; the pages of a document are kept in memory until its end. */
export const LISTED = 200;

/** A column of amounts. */
export const amount = (title: string): PaperColumn => ({ title, share: 16, number });
