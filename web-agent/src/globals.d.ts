/// <reference types="vite/client" />

/** Of `boot.js`: presses again what was pressed before the application was here. */
interface Window {
  portalReady?: () => void;
}

/** Support addresses, put in at build time from the configuration (`SUPPORT_EMAIL`, `SUPPORT_WEB`, `HEAD_OFFICE`). */
declare const __SUPPORT_EMAIL__: string;
declare const __SUPPORT_WEB__: string;
declare const __HEAD_OFFICE__: string;
