import { lazyPart } from '../shell/lazy-page.tsx';
import { reloadOnStaleChunk } from '../shell/reload-on-stale-chunk.ts';

/** Loads the code dialog. Call it before a code is sent, so that no code is sent that cannot be entered. */
export const loadOtpDialog = () => import('../dialogs/OtpDialog.tsx').catch(reloadOnStaleChunk);

export const LazyOtpDialog = lazyPart(async () => ({ default: (await loadOtpDialog()).OtpDialog }));
