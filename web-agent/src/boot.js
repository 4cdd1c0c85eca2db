// Runs before the first paint, as a classic script of its own: the policy allows none inline.

// The kept choice of light or dark.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused: the device's own setting holds.
}

// Forms are the application's: one sent by the browser itself would load the page anew and lose what was typed.
document.addEventListener('submit', (event) => event.preventDefault(), true);

// An application that does not come is told, with what to do: a page that is only painted takes no answer.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || document.getElementById('not-loaded')) return;
    const told = Object.assign(document.createElement('p'), { id: 'not-loaded', role: 'alert' });
    told.append(
      'This page could not be loaded completely. ',
      Object.assign(document.createElement('a'), { href: '', textContent: 'Load it again' }),
    );
    document.body.prepend(told);
  },
  true,
);

// A button that is pressed before the application is here is remembered, and pressed again when it is. Until then nothing
// hears of it, the application that is coming alive neither: it would be pressed twice.
let pressed;
function remember(event) {
  const button = event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pressed = button;
}

// So is one that the page, coming alive, moved away from under the finger: the browser makes no click of such a press.
let down;
function press({ target }) {
  const button = target.closest('button');
  down = button && { button, place: button.getBoundingClientRect() };
}
function lift({ type, clientX, clientY }) {
  const over = (place) =>
    clientX >= place.left && clientX <= place.right && clientY >= place.top && clientY <= place.bottom;
  const slipped = down && over(down.place) && !over(down.button.getBoundingClientRect());
  if (type === 'pointerup' && slipped) pressed = down.button;
  down = undefined;
  // After the click that follows, where one does.
  if (ready) setTimeout(arrive);
}

let ready = false;
const WATCHED = { click: remember, pointerdown: press, pointerup: lift, pointercancel: lift };
for (const [kind, heard] of Object.entries(WATCHED)) document.addEventListener(kind, heard, true);
function arrive() {
  for (const [kind, heard] of Object.entries(WATCHED)) document.removeEventListener(kind, heard, true);
  if (pressed?.isConnected) pressed.click();
  pressed = undefined;
}
window.portalReady = () => {
  ready = true;
  if (!down) arrive();
};

// A prerendered page is painted first; its scripts, named on this tag, are loaded right after.
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
  // The second frame comes when the first has been shown.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  // A page opened in the background is not painted, but has to be ready all the same.
  setTimeout(start, 2000);
}
