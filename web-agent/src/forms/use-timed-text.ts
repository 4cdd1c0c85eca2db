import { useEffect, useState } from 'react';
import { TIMES } from '../text/first-messages.ts';

/** Calls `onGone` two seconds after a text appears, or later while the text has the pointer or the focus. */
export function useTimedText(text: string | null, onGone: () => void) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!text || held) return;
    const timer = setTimeout(onGone, TIMES.formMessage);
    return () => clearTimeout(timer);
  }, [text, held, onGone]);
  return {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
}
