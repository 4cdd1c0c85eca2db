import type { ReactNode } from 'react';
import { catalogue } from '../../i18n/language.ts';
import { t } from '../../i18n/t.tsx';

export const EnglishText = ({ children }: { readonly children: ReactNode }) => (
  <>
    {catalogue && <p className="note">{t('This text is available in English only. The English text is binding.')}</p>}
    <div lang="en-ZA">{children}</div>
  </>
);
