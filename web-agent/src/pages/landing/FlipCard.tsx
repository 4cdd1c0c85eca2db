import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyPart } from '../../shell/lazy-page.tsx';
import { LoginForm } from './LoginForm.tsx';

const ResetForm = lazyPart(() => import('./ResetForm.tsx'));

type Side = 'login' | 'reset';

/** A card with two faces. The hidden face is inert, and the reset face loads on the first flip. The new face gets the focus. */
export function FlipCard() {
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
