import { Link } from 'react-router-dom';
import { ThemeChoice } from './ThemeChoice.tsx';

export function Footer() {
  return (
    <footer className="bottom">
      <div className="bottom-inner">
        <nav aria-label="Footer">
          <ul>
            <li>
              <Link to="/contact-us">Contact Us</Link>
            </li>
            <li>
              <Link to="/terms-and-conditions">Terms and Conditions</Link>
            </li>
            <li>
              <Link to="/privacy">Privacy and Policy</Link>
            </li>
            <li>
              <a href="/popi-section-18.pdf" target="_blank" rel="noreferrer">
                POPI Section 18 notification (PDF)<span className="sr-only"> opens in a new tab</span>
              </a>
            </li>
          </ul>
        </nav>
        <ThemeChoice />
      </div>
    </footer>
  );
}
