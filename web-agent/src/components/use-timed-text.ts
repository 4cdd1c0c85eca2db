import { useEffect, useRef, useState } from 'react';

/** Calls `onGone` once a text has been shown for `ms` milliseconds, or later while it has the pointer or the focus. */
export function useTimedText(text: string | null, ms: number, onGone: () => void) {
  const [held, setHeld] = useState(false);
  const gone = useRef(onGone);
  gone.current = onGone;
  useEffect(() => {
    if (!text || held) return;
    const timer = setTimeout(() => gone.current(), ms);
    return () => clearTimeout(timer);
  }, [text, ms, held]);
  return {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
}
