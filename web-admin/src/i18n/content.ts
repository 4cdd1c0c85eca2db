import type { ReactNode } from 'react';
import type { Say } from './use-say.ts';
import { isWording, type Wording } from './wording.ts';

/** Content of a cell or a fact: data as it is, an element, or a wording to translate. */
export type Content = ReactNode | Wording;

export const shownBy = (say: Say, content: Content): ReactNode => (isWording(content) ? say(content) : content);
