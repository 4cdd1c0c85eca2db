import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { t } from '../../i18n/t.tsx';
import { useSession } from '../../session/session.ts';
import { lazyPart } from '../../shell/lazy-page.tsx';
import './blurb.css';

const LearnMore = lazyPart(() => import('./LearnMore.tsx'));

export function Blurb({ level = 1 }: { readonly level?: 1 | 2 }) {
  const Heading = `h${level}` as const;
  const session = useSession();
  const [open, setOpen] = useState(false);
  return (
    <div className="blurb">
      <Heading className="blurb-heading">{t('Real cash for every completed booking')}</Heading>
      <p>
        {t(
          'Book a rental, your client takes the trip, you earn: cash for every qualifying reservation, paid straight into your bank account.',
        )}
      </p>
      <p className="row">
        {level === 1 && !session && (
          <Link className="button button-sun" to="/registration">
            {t('Register in five minutes')}
          </Link>
        )}
        <Button label={t('Learn more')} variant="on-deep" onPress={() => setOpen(true)} />
      </p>
      {open && <LearnMore onClose={() => setOpen(false)} />}
    </div>
  );
}
