import { type Session, useSession } from '../../session/session.ts';
import { Blurb } from './Blurb.tsx';
import '../../styles/forms.css';
import './landing.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Link } from '../../components/Link.tsx';
import { T, t } from '../../i18n/t.tsx';
import { FIGURES } from '../../settings.ts';
import { lazyPart } from '../../shell/lazy-page.tsx';
import { LoginForm } from './LoginForm.tsx';

/** The landing page: a description of the programme and the login card. */
export default function LandingPage() {
  const session = useSession();
  return (
    <>
      <div className="hero">
        <div className="hero-inner">
          <Blurb />
          {session ? <SignedInCard session={session} /> : <FlipCard />}
        </div>
      </div>
      <HowItWorks />
    </>
  );
}

const ResetForm = lazyPart(() => import('./ResetForm.tsx'));

type Side = 'login' | 'reset';

/** The hidden face is inert; the reset face loads on the first flip. The new face gets the focus. */
function FlipCard() {
  const [side, setSide] = useState<Side>('login');
  const turned = useRef(false);
  const login = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (turned.current && side === 'login') login.current?.querySelector<HTMLElement>('input')?.focus();
  }, [side]);

  const turn = useCallback((to: Side) => {
    turned.current = true;
    setSide(to);
  }, []);

  // Another page asks for the reset side by the router's state.
  const { state } = useLocation();
  const forgot = (state as { forgot?: boolean } | null)?.forgot === true;
  useEffect(() => {
    if (forgot) turn('reset');
  }, [forgot, turn]);

  return (
    <div className="flip" data-side={side}>
      <div className="login-card face face-front" inert={side !== 'login'} ref={login}>
        <LoginForm onForgot={() => turn('reset')} />
      </div>
      <div className="login-card face face-back" inert={side !== 'reset'}>
        {turned.current && <ResetForm isShown={side === 'reset'} onBack={() => turn('login')} />}
      </div>
    </div>
  );
}

/** Replaces the login card for a visitor who is already signed in. */
function SignedInCard({ session }: { readonly session: Session }) {
  const isAdmin = session.role === 'admin';
  return (
    <div className="login-card signed-in stack">
      <h2>
        {session.agent ? t('Welcome back, %{firstName}', { firstName: session.agent.firstName }) : t('Welcome back')}
      </h2>
      <Link className="button" to={isAdmin ? '/admin/home' : '/agent/incentives'} reloadDocument={isAdmin}>
        {isAdmin ? t('Go to the dashboard') : t('Go to my rewards')}
      </Link>
    </div>
  );
}

function HowItWorks() {
  return (
    <div className="page stack-wide">
      <section className="stack" aria-labelledby="how">
        <h2 id="how">{t('How it works')}</h2>
        <ol className="steps">
          <li>
            <h3>{t('Register your agency')}</h3>
            <p className="quiet">
              {t('Confirm your cell number with a one-time password and get your loyalty tracking number.')}
            </p>
          </li>
          <li>
            <h3>{t('Book with a promotion code')}</h3>
            <p className="quiet">{t('Add your tracking number and an active promotion code to the reservation.')}</p>
          </li>
          <li>
            <h3>{t('Get paid')}</h3>
            <p className="quiet">
              {t(
                'See gross, tax and nett for every reservation. Once you reach the payout minimum, we pay it into your bank account.',
              )}
            </p>
          </li>
        </ol>
        <p>
          <T
            text="It takes about five minutes to %{register}. Questions first? Read the %{questions}."
            register={<Link to="/registration">{t('register')}</Link>}
            questions={<Link to="/frequently-asked">{t('frequently asked questions')}</Link>}
          />
        </p>
      </section>
      <section className="stack" aria-labelledby="figures">
        <h2 id="figures" className="sr-only">
          {t('The figures')}
        </h2>
        <dl className="figures">
          <div>
            <dt>{t('Minimum reward per qualifying reservation, before tax')}</dt>
            <dd>{FIGURES.minimumReward}</dd>
          </div>
          <div>
            <dt>{t('Payout threshold. Smaller amounts roll over until you reach it')}</dt>
            <dd>{FIGURES.payoutMinimum}</dd>
          </div>
          <div>
            <dt>{t('PAYE we pay to SARS for you, with an IRP5 certificate every year')}</dt>
            <dd>{FIGURES.payeRate}</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}
