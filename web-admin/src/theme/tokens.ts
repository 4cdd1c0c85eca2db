import css from '@fynbos/web-agent/src/styles/tokens.css?raw';

export type Mode = 'light' | 'dark';

const PAIR = /--([\w-]+):\s*light-dark\(\s*([^,()]+(?:\([^)]*\))?)\s*,\s*([^,()]+(?:\([^)]*\))?)\s*\)/g;

const pairs = new Map([...css.matchAll(PAIR)].map(([, name, light, dark]) => [name, { light, dark }]));

/**
 * Reads a colour of tokens.css in one mode as a literal value, because the theme mixes colours. Throws for an unknown
 * name.
 */
export function token(name: string, mode: Mode): string {
  const value = pairs.get(name)?.[mode];
  if (value === undefined) throw new Error(`tokens.css has no pair --${name}`);
  return value.trim();
}
