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
    const notice = Object.assign(document.createElement('p'), { id: 'not-loaded', role: 'alert', lang: 'en' });
    notice.append(
      'This page could not be loaded completely. ',
      Object.assign(document.createElement('a'), { href: '', textContent: 'Reload the page' }),
    );
    document.body.prepend(notice);
  },
  true,
);

// Remember a button pressed before the application is ready, and press it again afterwards. Until then the event is
// stopped, so that the hydrating application does not handle it as well.
let pending;
function onClick(event) {
  const button = event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  setPending(button);
}

// The button shows that the press counts, because a slow phone takes seconds until the application is ready.
function setPending(button) {
  pending?.removeAttribute('aria-busy');
  pending = button;
  pending?.setAttribute('aria-busy', 'true');
}

// Also remember a button that hydration moved from under the pointer: the browser fires no click for it.
let down;
function onPointerDown({ target }) {
  const button = target.closest('button');
  down = button && { button, place: button.getBoundingClientRect() };
}
function onPointerUp({ type, clientX, clientY }) {
  const over = (place) =>
    clientX >= place.left && clientX <= place.right && clientY >= place.top && clientY <= place.bottom;
  const slipped = down && over(down.place) && !over(down.button.getBoundingClientRect());
  if (type === 'pointerup' && slipped) setPending(down.button);
  down = undefined;
  // After the click that may follow.
  if (ready) setTimeout(replayPending);
}

let ready = false;
const LISTENERS = { click: onClick, pointerdown: onPointerDown, pointerup: onPointerUp, pointercancel: onPointerUp };
for (const [kind, listener] of Object.entries(LISTENERS)) document.addEventListener(kind, listener, true);
function replayPending() {
  for (const [kind, listener] of Object.entries(LISTENERS)) document.removeEventListener(kind, listener, true);
  const button = pending;
  setPending(undefined);
  if (button?.isConnected) button.click();
}
window.portalReady = () => {
  ready = true;
  if (!down) replayPending();
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
