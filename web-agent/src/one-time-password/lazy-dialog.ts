import { throwConnectionError } from '../api/client.ts';
import { lazyPart } from '../shell/lazy-page.tsx';
import { reloadOnStaleChunk } from '../shell/reload-on-stale-chunk.ts';

/** Before a code is sent, so that none is sent that cannot be entered. Throws an `ApiError` without a connection. */
export const loadOtpDialog = () => import('./OtpDialog.tsx').catch(reloadOnStaleChunk).catch(throwConnectionError());

export const LazyOtpDialog = lazyPart(async () => ({ default: (await loadOtpDialog()).OtpDialog }));
