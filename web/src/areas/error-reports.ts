import * as browserErrors from '@kaike/shared/contracts/system/browser-errors';
import { maxReportLengths, type BrowserErrorKind } from '@kaike/shared/domain/system/browser-error';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';

declare global {
  interface Window {
    /** Errors before this module was loaded, kept by public/early.js. */
    earlyErrors?: (ErrorEvent | PromiseRejectionEvent)[];
  }
}

/** Different errors reported in one visit. */
const maxReports = 10;
const reported = new Set<string>();

/** What is no fault of ours: errors of other sites' scripts and of extensions, requests that were given up, a notice of layouts. */
const foreign = /^Script error\.?$|ResizeObserver loop|^AbortError|-extension:\/\//;

/** The file name of the app's own script (`base` in vite.config.ts), which is another one in every release. */
function releaseName(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[src*="/base-"]')?.src ?? '';
  return /([\w.-]+)\.\w+$/.exec(entry)?.[1] ?? '';
}

function describe(error: unknown): { message: string; stack: string } {
  if (error instanceof Error) return { message: `${error.name}: ${error.message}`, stack: error.stack ?? '' };
  return { message: typeof error === 'string' ? error : Object.prototype.toString.call(error), stack: '' };
}

const isChunk = ({ message }: { message: string }): boolean =>
  /^ChunkLoadError|dynamically imported module|Importing a module script failed/.test(message);

/** Tells the school of an error in this browser, each once per visit; a failure to do so is nobody's problem. */
export function reportError(kind: BrowserErrorKind, error: unknown): void {
  // The server knows what it refused, and without a connection nothing loads.
  if (error instanceof ApiError || !navigator.onLine) return;
  const { message, stack } = describe(error);
  if (message === '' || foreign.test(message) || foreign.test(stack)) return;
  if (reported.has(message) || reported.size >= maxReports) return;
  reported.add(message);
  const body = {
    kind: isChunk({ message }) ? ('chunk' as const) : kind,
    message: message.slice(0, maxReportLengths.message),
    stack: stack.slice(0, maxReportLengths.stack),
    path: location.pathname.slice(0, maxReportLengths.path),
    release: releaseName().slice(0, maxReportLengths.release),
  };
  void call(browserErrors.reportBrowserError, { body, quiet: true }).catch(() => undefined);
}

const take = (event: ErrorEvent | PromiseRejectionEvent): void =>
  'reason' in event ? reportError('promise', event.reason) : reportError('script', event.error ?? event.message);

/** Reports errors that nothing handles from now on, and those kept since the page began to load. */
export function watchErrors(): void {
  addEventListener('error', take);
  addEventListener('unhandledrejection', take);
  for (const event of window.earlyErrors?.splice(0) ?? []) take(event);
}
