import type { ReactNode } from 'react';
import type { Say } from './use-say.ts';
import { isWording, type Wording } from './wording.ts';

/** What a cell or a fact shows: data as it is, an element, or a wording, which is said. */
export type Content = ReactNode | Wording;

export const shownBy = (say: Say, content: Content): ReactNode => (isWording(content) ? say(content) : content);
