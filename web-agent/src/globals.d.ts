/// <reference types="vite/client" />

/** Of `boot.js`: presses again what was pressed before the application was here. */
interface Window {
  portalReady?: () => void;
}
