import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import packageWords from 'virtual:locale/card_package';
import * as cardPackages from '@kaike/shared/contracts/cards/card-packages';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatBytes, formatDateTime } from '@kaike/shared/kit/format';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { toast } from '../../../../app/toasts.ts';
import { useLoad } from '../../../../app/loading/use-load.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card, PageHeader, Skeleton } from '../../../../ui/parts.tsx';
import { keyFor } from './package-key.ts';
import { savePackage } from './save-package.ts';
import css from './take-package.module.css';

type PackageView = ResponseOf<typeof cardPackages.getPackage>;
type Package = NonNullable<PackageView['package']>;

const retryMinutes = 10;
const minuteOf = (moment: string | null): string => formatDateTime(moment).slice(0, 16);
/** Downloaded in this tab just now: the same download may be repeated in case the file was lost. */
const mayRepeat = ({ state, downloaded_at: at }: Package, isOurs: boolean): boolean =>
  state === 'used' && isOurs && at !== null && Date.now() - Date.parse(at) < retryMinutes * 60_000;

function useDownload(token: string, batchNo: string, done: () => void) {
  const t = packageWords.useT();
  const [busy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await savePackage(token, { name: `${batchNo}.zip`, key: keyFor(token, true) ?? '' });
      setSaved(true);
    } catch (error) {
      toast(
        'error',
        error instanceof ApiError && error.status !== 404 && error.message ? error.message : t('card_package.failed'),
      );
      // Someone else may have been faster.
      if (error instanceof ApiError) done();
    } finally {
      setBusy(false);
    }
  };
  return { busy, isSaved, save };
}

function Offer({
  cardPackage,
  token,
  school,
  reload,
}: {
  cardPackage: Package;
  token: string;
  school: string;
  reload: () => void;
}) {
  const t = packageWords.useT();
  const { busy, isSaved, save } = useDownload(token, cardPackage.batch_no, reload);
  const isTaken = isSaved || cardPackage.state === 'used';
  const facts = [
    ['what', t('card_package.what_text', { count: cardPackage.card_count })],
    ['batch', cardPackage.batch_no],
    ...(cardPackage.byte_size === null ? [] : [['size', formatBytes(cardPackage.byte_size)]]),
    ['until', minuteOf(cardPackage.expires_at)],
    ['times', t('card_package.once')],
  ];
  return (
    <>
      <h2>{isTaken ? t('card_package.saved') : t('card_package.heading', { school })}</h2>
      {isTaken ? (
        <p className={css['quiet']} role="status">
          {t('card_package.saved_text', { minutes: retryMinutes })}
        </p>
      ) : null}
      <dl className={css['facts']}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`card_package.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button look={isTaken ? 'plain' : 'primary'} block busy={busy} onClick={() => void save()}>
        {t(isTaken ? 'card_package.again' : 'card_package.save')}
      </Button>
      <p className={css['quiet']}>{t('card_package.password', { school })}</p>
    </>
  );
}

function Unavailable({
  cardPackage,
  school,
  reload,
}: {
  cardPackage: Package | null;
  school: string;
  reload: () => void;
}) {
  const t = packageWords.useT();
  const state = cardPackage === null || cardPackage.state === 'ready' ? 'unknown' : cardPackage.state;
  return (
    <div role="alert">
      <h2>{t(`card_package.${state}`)}</h2>
      <p className={css['quiet']}>
        {t(`card_package.${state}_text`, {
          school,
          time: minuteOf(cardPackage?.downloaded_at ?? cardPackage?.expires_at ?? null),
          minutes: retryMinutes,
        })}
      </p>
      {state === 'busy' ? <Button onClick={reload}>{t('card_package.reload')}</Button> : null}
    </div>
  );
}

/** The download page for a printer: a description and one button. Opening the page does not use up the download. */
export function TakePackagePage() {
  const t = packageWords.useT();
  const { token = '' } = useParams();
  const { data, failed, error, reload } = useLoad(
    useCallback((signal: AbortSignal) => call(cardPackages.getPackage, { params: { token }, signal }), [token]),
  );
  useTitle(t('card_package.title'));
  if (failed) return <LoadFailure error={error} retry={reload} />;
  const cardPackage = data?.package ?? null;
  const isOpen =
    cardPackage !== null && (cardPackage.state === 'ready' || mayRepeat(cardPackage, keyFor(token, false) !== null));
  return (
    <>
      <PageHeader title={t('card_package.title')} />
      {data ? (
        <Card className={css['card'] ?? ''}>
          {isOpen ? (
            <Offer cardPackage={cardPackage} token={token} school={data.school} reload={reload} />
          ) : (
            <Unavailable cardPackage={cardPackage} school={data.school} reload={reload} />
          )}
        </Card>
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}
