/** Specification, section 5, Registration. */
export const PASSWORD_MESSAGE =
  'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character.';
export const PASSWORDS_DIFFER = 'Passwords do not match.';
export const NEW_PASSWORDS_DIFFER = 'New password and confirm password do not match.';
export const PASSWORD_SPECIALS = '!@#$%^&*(),.?":{}|<>';
export const PASSWORD_TOO_LONG = 'Password must be at most 200 characters.';

/** No minimum length, as in the specification; at most 200 characters. */
export function passwordProblem(password: string): string | null {
  const strong =
    /[A-Z]/.test(password) &&
    /[a-z]/.test(password) &&
    /\d/.test(password) &&
    [...password].some((character) => PASSWORD_SPECIALS.includes(character));
  if (!strong) return PASSWORD_MESSAGE;
  return password.length > 200 ? PASSWORD_TOO_LONG : null;
}
