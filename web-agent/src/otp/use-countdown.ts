import { useEffect, useState } from 'react';

/** Counts seconds down to zero; `start` restarts the countdown. */
export function useCountdown(from: number): { left: number; start: (seconds: number) => void } {
  const [left, setLeft] = useState(from);
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return { left, start: setLeft };
}
