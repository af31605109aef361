import { toastMs } from '@kaike/shared/domain/constants';
import type { ApiError, ErrorBody } from './api-error.ts';
import { areaOf } from './area-of.ts';

/** What the app does for the transport; set once at startup. */
export type ResponseActions = {
  toast: (toast: {
    type: 'success' | 'error' | 'warning' | 'info';
    title?: string;
    message: string;
    duration: number;
    show_close?: boolean;
    position?: string;
    icon_class?: string;
    custom_class?: string;
  }) => void;
  /** The modal shown when another login ended the session; it has no cancel button. */
  forceLogout: (message: string) => void;
  /** The modal shown when another account is logged in in this browser by now; it reloads the page. */
  accountChanged?: (message: string) => void;
  navigate: (path: string, options: { replace: boolean }) => void;
  /** Asks the user to log in again over the page; true when the request, sent at this time of `performance.now()`, may be sent again. */
  regainSession?: (error: ApiError, sentMs: number) => Promise<boolean>;
  t: (key: string) => string;
};

let actions: ResponseActions | null = null;

/** Sets how the transport acts on the page. */
export function setResponseActions(pageActions: ResponseActions): void {
  actions = pageActions;
}

type Alert = {
  show?: boolean;
  title?: string;
  message?: string;
  type?: string;
  duration?: number;
  showClose?: boolean;
  position?: string;
  iconClass?: string;
  customClass?: string;
};

function showAlert(alert: unknown): boolean {
  const { show, title, message, type, duration, showClose, position, iconClass, customClass } = (alert ?? {}) as Alert;
  if (!show || !message) return false;
  const kind = type === 'success' || type === 'warning' || type === 'info' ? type : 'error';
  actions?.toast({
    type: kind,
    message,
    duration: duration ?? toastMs,
    ...(title ? { title } : {}),
    ...(showClose ? { show_close: true } : {}),
    ...(position ? { position } : {}),
    ...(iconClass ? { icon_class: iconClass } : {}),
    ...(customClass ? { custom_class: customClass } : {}),
  });
  return true;
}

function follow(redirect: string, replace: boolean): void {
  if (/^https?:\/\//.test(redirect)) location.assign(redirect);
  else actions?.navigate(redirect, { replace });
}

/** A successful response may carry an alert and a redirect; some callers handle them themselves. */
export function handleResponse(
  body: ErrorBody,
  options: { keeps_alert?: boolean; keeps_redirect?: boolean } = {},
): void {
  if (!options.keeps_alert) showAlert(body.alert);
  if (!options.keeps_redirect && body.redirect) follow(body.redirect, false);
}

/** The CSRF token has expired; a new one fixes it. */
export const isExpiredToken = (error: ApiError): boolean =>
  error.status === 419 && (error.code === 'csrf.token' || /token/i.test(error.message));

type Row = {
  when: (error: ApiError) => boolean;
  act: (error: ApiError) => boolean;
  /** It only says what failed. */
  is_notice?: true;
};

const toastError = (error: ApiError): boolean => {
  if (!showAlert(error.body.alert)) {
    actions?.toast({ type: 'error', message: error.message || actions.t('common.request_failed'), duration: toastMs });
  }
  return true;
};

/** The maintenance page gets the current path, to return there when maintenance is over. */
function showMaintenance(): boolean {
  const { pathname, search } = location;
  if (!pathname.endsWith('/503'))
    actions?.navigate(`/${areaOf(pathname)}/503?from=${encodeURIComponent(pathname + search)}`, { replace: true });
  return true;
}

/** The error table (specification, section 8): the first matching row acts; true means that the error was reported. */
export const errorTable: readonly Row[] = [
  {
    when: (error) => error.body.force_logout === true,
    act: (error) => {
      actions?.forceLogout(error.message);
      return true;
    },
  },
  {
    when: (error) => error.code === 'auth.account_changed',
    act: (error) => {
      actions?.accountChanged?.(error.message);
      return true;
    },
  },
  {
    when: (error) => error.body.redirect !== undefined,
    act: (error) => {
      follow(error.body.redirect ?? '/', true);
      return true;
    },
  },
  { when: (error) => error.status === 503, act: showMaintenance },
  {
    when: isExpiredToken,
    act: () => {
      actions?.toast({ type: 'warning', message: actions.t('common.token_expired'), duration: toastMs });
      return true;
    },
  },
  {
    when: (error) => error.status === 422 || error.status === 409 || error.status === 404,
    act: (error) => showAlert(error.body.alert),
  },
  {
    when: (error) => error.status === 0,
    act: () => {
      actions?.toast({ type: 'error', message: actions.t('common.network_failed'), duration: toastMs });
      return true;
    },
    is_notice: true,
  },
  { when: () => true, act: toastError, is_notice: true },
];

/** Whether a request refused because its session has ended may be sent again: the user logged in over the page. */
export const canRetry = async (error: ApiError, sentMs: number): Promise<boolean> =>
  error.status === 401 && ((await actions?.regainSession?.(error, sentMs)) ?? false);

/** Applies the table to a failed request, once. What the page shows in the place of its content needs no notice. */
export function handleError(error: ApiError, { in_place = false }: { in_place?: boolean } = {}): void {
  if (error.handled) return;
  const row = errorTable.find(({ when }) => when(error));
  if (row && !(in_place && row.is_notice)) error.handled = row.act(error);
}
