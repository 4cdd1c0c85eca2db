/// <reference types="vite/client" />

/** Set by `boot.js`: repeats the press that happened before the application was ready. */
interface Window {
  portalReady?: () => void;
}
