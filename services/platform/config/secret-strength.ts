/** The prefix of secrets that a start outside production generates. Production rejects them by it. */
export const MADE_UP_PREFIX = 'made-up-';

const PLACEHOLDER =
  /change.?me|password|passw0rd|secret|example|insecure|placeholder|qwerty|letmein|your.?key|12345678/i;

/** Ends a sentence that begins with the secret's name; null if it is acceptable. `minimum`: characters. */
export function weakness(secret: string, minimum: number): string | null {
  if (secret.startsWith(MADE_UP_PREFIX)) return 'is a made-up value of a start outside production';
  if (secret.length < minimum) return `is too weak: it has ${secret.length} characters, at least ${minimum} are needed`;
  if (PLACEHOLDER.test(secret)) return 'is too weak: it contains a word of placeholders';
  if (new Set(secret).size < 10) return 'is too weak: it has fewer than 10 different characters';
  if (repeatsItself(secret)) return 'is too weak: it repeats itself';
  if (longestRun(secret) >= 8) return 'is too weak: it contains a sequence of neighbouring characters';
  return null;
}

const repeatsItself = (text: string): boolean => (text + text).indexOf(text, 1) < text.length;

/** Length of the longest run of character codes that rise by one, fall by one or stay equal, as in abcdefgh. */
function longestRun(text: string): number {
  let [longest, run, step] = [1, 1, Number.NaN];
  for (let at = 1; at < text.length; at += 1) {
    const next = text.charCodeAt(at) - text.charCodeAt(at - 1);
    run = next === step ? run + 1 : Math.abs(next) <= 1 ? 2 : 1;
    step = Math.abs(next) <= 1 ? next : Number.NaN;
    longest = Math.max(longest, run);
  }
  return longest;
}
