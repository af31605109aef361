import { mediaHook } from '../app/media-hook.ts';

/** Whether the window is as narrow as a phone. */
export const useNarrow = mediaHook('(max-width: 639px)');

/** Whether a record has room beside its list. */
export const useHasDetailPane = mediaHook('(min-width: 1280px)');

/** Whether the list beside a record still has room for a table. */
export const useHasWideList = mediaHook('(min-width: 1800px)');
