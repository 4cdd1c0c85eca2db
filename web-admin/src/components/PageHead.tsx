import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { type Content, isWording, translatedContent, useTranslation } from '../i18n/T.tsx';
import { OpenedByAddress } from './ActionButton.tsx';
import { lastSearch } from './last-search.ts';
import type { Status } from './status-tones.ts';
import { StatusTag } from './texts.tsx';
import './PageHead.css';

export interface Crumb {
  readonly to: string;
  readonly label: string;
}

/** Sets the title of the browser tab: `Approvals · Fynbos Rewards`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Fynbos Rewards' : `${title} · Fynbos Rewards`;
  }, [title]);
}

/** Head of a page: the link back, title (also of the browser tab), status, a one-line description and actions. */
export function PageHead({
  parent,
  title,
  status,
  about,
  actions,
}: {
  /** The page that leads here. A list opens as it was left. */
  parent?: Crumb;
  title: Content;
  status?: Status | null | undefined;
  about?: ReactNode;
  actions?: ReactNode;
}) {
  const translate = useTranslation();
  usePageTitle(translate(typeof title === 'string' || isWording(title) ? title : ''));
  const { head, heading } = useKeptFocus();
  return (
    <header className="page-head" ref={head}>
      <div>
        {parent && (
          <nav aria-label={translate('Breadcrumb')} className="crumbs">
            <Link to={`${parent.to}${lastSearch(parent.to)}`}>{translate(parent.label)}</Link>
          </nav>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {typeof title === 'string' ? translate(title) : translatedContent(translate, title)}{' '}
          {status && <StatusTag status={status} />}
        </h1>
        {about && <p className="about">{about}</p>}
      </div>
      {actions && (
        <div className="actions">
          <OpenedByAddress value>{actions}</OpenedByAddress>
        </div>
      )}
    </header>
  );
}

/**
 * An action has removed its own button: keyboard users continue from the heading, not the top of the page. Returns the
 * refs of the head with the actions and of its heading.
 */
function useKeptFocus(): {
  readonly head: RefObject<HTMLElement | null>;
  readonly heading: RefObject<HTMLHeadingElement | null>;
} {
  const head = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isActing = useRef(false);
  useEffect(() => {
    const markActing = (): void => {
      isActing.current = true;
    };
    const at = head.current;
    at?.addEventListener('focusin', markActing);
    return () => at?.removeEventListener('focusin', markActing);
  }, []);
  useEffect(() => {
    // Runs after a dialog that closes in the same tick has returned the focus.
    const timer = setTimeout(() => {
      if (!isActing.current || document.activeElement !== document.body) return;
      heading.current?.focus({ preventScroll: true });
      isActing.current = false;
    });
    return () => clearTimeout(timer);
  });
  return { head, heading };
}
