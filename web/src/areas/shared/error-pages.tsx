import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { areaOf } from '../../api/area-of.ts';
import { ChunkLoadError } from '../../app/loading/load-chunk.ts';
import { isLost, useComeBack } from '../../app/loading/use-come-back.ts';
import { startOf, useSession } from '../../app/session.ts';
import { useTitle } from '../../app/use-title.ts';
import { loadWording, useT } from '../../app/wording.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/parts.tsx';
import { safeBackUrl } from '../back-url.ts';
import css from './error-pages.module.css';

/** Needed only here; where nothing can be loaded, the page renders without it. */
const ErrorExtras = lazy<ComponentType<{ kind: string; tryAgain: () => void; notify: (text: string) => void }>>(() =>
  import('../deferred.ts').then((deferred) => deferred.loadErrorExtras()).catch(() => ({ default: () => null })),
);

/** The learners' navigation, where no layout brings it. */
const Tabs = lazy<ComponentType>(() =>
  import('./main-tabs.tsx').then((tabs) => ({ default: tabs.MainTabs })).catch(() => ({ default: () => null })),
);

type Kind = '403' | '404' | '500' | '503' | 'chunk' | 'network';
/** `alone`: no layout around it, so it is the page's main landmark itself. */
type ErrorPageProps = { alone?: boolean };

const icons: Record<Kind, IconName> = {
  403: 'lock',
  404: 'search',
  500: 'alert',
  503: 'settings',
  chunk: 'offline',
  network: 'offline',
};
/** Nothing more can be loaded. */
const hasNothing = (kind: Kind): boolean => kind === 'network' || kind === 'chunk';
/** Shown when even the wording did not load: the only text outside the catalogues. */
const wordless = '页面加载不完整，请重新加载 · Please reload the page';

const titleKeys: Partial<Record<Kind, string>> = { chunk: 'common.chunk_failed', network: 'common.load_failed' };
const textKeys: Partial<Record<Kind, string>> = { chunk: 'common.chunk_failed_hint', network: 'common.network_failed' };

/** The first page of the area, or of the administrator, whose back office may begin elsewhere. */
function areaIndex(): string {
  const area = areaOf(location.pathname);
  const { user } = useSession.getState();
  return area === 'admin' && user?.admin ? startOf(user) : `/${area}/index`;
}

/** Reloads; on an error page's own URL, which would lead back to the error, goes to where the user came from. */
function tryAgain(): void {
  if (!/\/50[03]$/.test(location.pathname)) location.reload();
  else location.replace(safeBackUrl(new URLSearchParams(location.search).get('from'), areaIndex()));
}

function Message({ kind, alone = false }: ErrorPageProps & { kind: Kind }) {
  const t = useT();
  // An error may occur before the area has loaded its wording.
  useEffect(() => void loadWording('open').catch(() => undefined), []);
  useComeBack(hasNothing(kind), tryAgain);
  const [notice, setNotice] = useState('');
  const titleKey = titleKeys[kind] ?? `common.pages.${kind}.title`;
  const isWorded = t(titleKey) !== titleKey;
  const title = isWorded ? t(titleKey) : wordless;
  useTitle(title);
  const Frame = alone ? 'main' : 'div';
  return (
    <Frame className={css['frame']}>
      <EmptyState
        heading="h1"
        icon={icons[kind]}
        title={title}
        {...(isWorded ? { text: notice || t(textKeys[kind] ?? `common.pages.${kind}.text`) } : {})}
        action={
          <>
            {kind === '403' || kind === '404' ? (
              <Link className={buttonClass('primary')} to={areaIndex()}>
                {t('common.to_home')}
              </Link>
            ) : (
              <Button look="primary" onClick={tryAgain}>
                {isWorded ? t('common.reload') : '↻'}
              </Button>
            )}
            {hasNothing(kind) ? null : (
              <Suspense fallback={null}>
                <ErrorExtras kind={kind} tryAgain={tryAgain} notify={setNotice} />
              </Suspense>
            )}
          </>
        }
      />
      {alone && isWorded && areaOf(location.pathname) !== 'admin' ? (
        <Suspense fallback={null}>
          <Tabs />
        </Suspense>
      ) : null}
    </Frame>
  );
}

export const Forbidden = () => <Message kind="403" />;
export const NotFound = () => <Message kind="404" />;
export const ServerError = () => <Message kind="500" />;
export const Maintenance = () => <Message kind="503" />;

function kindOf(error: unknown): Kind {
  if (error instanceof ChunkLoadError) return 'chunk';
  const status = isRouteErrorResponse(error) || error instanceof ApiError ? error.status : 500;
  return (
    (['403', '404', '503'] as const).find((kind) => kind === String(status)) ??
    (error instanceof ApiError && isLost(error) ? 'network' : '500')
  );
}

/** The error that a page or an area ended with; a fault of ours is reported to the school. */
function useFailure(): Kind {
  const error = useRouteError();
  const kind = kindOf(error);
  useEffect(() => {
    if (kind === '500' || kind === 'chunk')
      void import('../deferred.ts')
        .then((deferred) => deferred.loadErrorReports())
        .then(({ reportError }) => reportError('page', error))
        .catch(() => undefined);
  }, [error, kind]);
  return kind;
}

/** Replaces a page that cannot be shown; the layout around it stays. */
export function PageError() {
  return <Message kind={useFailure()} />;
}

/** Replaces an area whose layout, wording or menu did not load. */
export function AreaError() {
  return <Message kind={useFailure()} alone />;
}
