import { useEffect, useRef, useState } from 'react';
import { LoginForm } from './LoginForm.tsx';
import { ResetForm } from './ResetForm.tsx';

type Side = 'login' | 'reset';

/** A card with two faces. The hidden face is inert. After a flip the new face gets the focus. */
export function FlipCard() {
  const [side, setSide] = useState<Side>('login');
  const turned = useRef(false);
  const faces = { login: useRef<HTMLDivElement>(null), reset: useRef<HTMLDivElement>(null) };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the refs never change
  useEffect(() => {
    if (turned.current) faces[side].current?.querySelector<HTMLElement>('input')?.focus();
  }, [side]);

  const turn = (to: Side) => {
    turned.current = true;
    setSide(to);
  };

  return (
    <div className="flip" data-side={side}>
      <div className="login-card face face-front" inert={side !== 'login'} ref={faces.login}>
        <LoginForm onForgot={() => turn('reset')} />
      </div>
      <div className="login-card face face-back" inert={side !== 'reset'} ref={faces.reset}>
        <ResetForm onBack={() => turn('login')} />
      </div>
    </div>
  );
}
