// Runs before the first paint, as a separate classic script: the content security policy allows no inline scripts.

// The stored choices of light or dark and of a language. A prerendered page in English is hidden by the styles while the
// application loads another language.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const language = localStorage.getItem('language');
  if (language && language !== 'en') document.documentElement.lang = language;
} catch {
  // Storage is not available: use the device's setting.
}

// The application handles forms: a native submit would reload the page and lose the input.
document.addEventListener('submit', (event) => event.preventDefault(), true);

// If a script fails to load, say so and offer a reload: a painted page without scripts does not respond.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || document.getElementById('not-loaded')) return;
    const told = Object.assign(document.createElement('p'), { id: 'not-loaded', role: 'alert', lang: 'en' });
    told.append(
      'This page could not be loaded completely. ',
      Object.assign(document.createElement('a'), { href: '', textContent: 'Reload the page' }),
    );
    document.body.prepend(told);
  },
  true,
);

// Remember a button pressed before the application is ready, and press it again afterwards. Until then the event is
// stopped, so that the hydrating application does not handle it as well.
let pressed;
function remember(event) {
  const button = event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  hold(button);
}

// The button shows that the press counts, because a slow phone takes seconds until the application is ready.
function hold(button) {
  pressed?.removeAttribute('aria-busy');
  pressed = button;
  pressed?.setAttribute('aria-busy', 'true');
}

// Also remember a button that hydration moved from under the pointer: the browser fires no click for it.
let down;
function press({ target }) {
  const button = target.closest('button');
  down = button && { button, place: button.getBoundingClientRect() };
}
function lift({ type, clientX, clientY }) {
  const over = (place) =>
    clientX >= place.left && clientX <= place.right && clientY >= place.top && clientY <= place.bottom;
  const slipped = down && over(down.place) && !over(down.button.getBoundingClientRect());
  if (type === 'pointerup' && slipped) hold(down.button);
  down = undefined;
  // After the click that may follow.
  if (ready) setTimeout(arrive);
}

let ready = false;
const WATCHED = { click: remember, pointerdown: press, pointerup: lift, pointercancel: lift };
for (const [kind, heard] of Object.entries(WATCHED)) document.addEventListener(kind, heard, true);
function arrive() {
  for (const [kind, heard] of Object.entries(WATCHED)) document.removeEventListener(kind, heard, true);
  const button = pressed;
  hold(undefined);
  if (button?.isConnected) button.click();
}
window.portalReady = () => {
  ready = true;
  if (!down) arrive();
};

// A prerendered page is painted first; its scripts, named on this tag, load right after.
const { entry, preload } = document.currentScript.dataset;
let started = false;
function start() {
  if (started) return;
  started = true;
  for (const href of preload.split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: entry }));
}
if (entry) {
  // The second frame starts after the first was shown.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  // A page opened in the background is not painted, but must be ready too.
  setTimeout(start, 2000);
}
