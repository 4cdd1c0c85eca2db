import { Link } from '../../components/Link.tsx';
import { t } from '../../i18n/t.tsx';
import type { EnquirySubject } from './enquiry-prefill.ts';

interface Props {
  readonly subject: EnquirySubject;
  /** Completes the link's name for screen readers. */
  readonly about: string;
  readonly label?: string;
}

/** Opens an enquiry about a figure or a decision. */
export const QuestionLink = ({ subject, about, label = t('Ask about this figure') }: Props) => (
  <Link to="/contact-us" state={subject}>
    {label} <span className="sr-only">{about}</span>
  </Link>
);
