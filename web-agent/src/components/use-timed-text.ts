import { useEffect, useRef, useState } from 'react';

/** Calls `onGone` once a text has been shown for `ms` milliseconds, or later while it has the pointer or the focus. */
export function useTimedText(text: string | null, ms: number, onGone: () => void) {
  const [isPaused, setPaused] = useState(false);
  const onGoneNow = useRef(onGone);
  onGoneNow.current = onGone;
  useEffect(() => {
    if (!text || isPaused) return;
    const timer = setTimeout(() => onGoneNow.current(), ms);
    return () => clearTimeout(timer);
  }, [text, ms, isPaused]);
  return {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
  };
}
