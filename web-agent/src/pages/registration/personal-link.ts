import { draftOf, dropDraft, keepDraft } from '../../session/drafts.ts';

const DRAFT = 'personal-link';

/**
 * The code of the personal link by which the person came, or ''. It is kept in this tab, because a person who reads the
 * questions first returns to the registration without it.
 */
export function personalLink(params: URLSearchParams): string {
  const code = params.get('from');
  if (code) keepDraft(DRAFT, { code });
  return code ?? draftOf(DRAFT).code ?? '';
}

export const dropPersonalLink = (): void => dropDraft(DRAFT);
