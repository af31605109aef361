import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import fileMoveWords from 'virtual:locale/file_moves';
import type { FileMove, FileMoves as Moves } from '@kaike/shared/contracts/catalog/file-moves';
import * as fileMoves from '@kaike/shared/contracts/catalog/file-moves';
import { fileMoveState } from '@kaike/shared/domain/catalog/media/file-move-state';
import { formatBytes, formatNumber } from '@kaike/shared/kit/format';
import { spaceCjk } from '@kaike/shared/kit/cjk-spacing';
import type { Translate } from '@kaike/shared/kit/wording';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { useDates } from '../../../app/dates.ts';
import { useCan } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { useLocale } from '../../../app/wording.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { Alert, Button, Modal, Progress, Skeleton } from '../../../kit/widgets.ts';
import css from './file-moves.module.css';

const { running, paused, stopped, done, undone } = fileMoveState;
/** While something happens by itself. */
const refreshMs = 3000;
const queryKey = ['configs', 'file-moves'];

const steps = {
  start: (to: string) => call(fileMoves.startFileMove, { body: { to } }),
  pause: () => call(fileMoves.pauseFileMove),
  resume: () => call(fileMoves.resumeFileMove),
  undo: () => call(fileMoves.undoFileMove),
  finish: () => call(fileMoves.finishFileMove),
} as const;
type Step = keyof typeof steps;
type Take = (step: Step, to?: string) => Promise<unknown>;

const notices: Readonly<Record<Step, string>> = {
  start: 'started_now',
  pause: 'paused_now',
  resume: 'resumed_now',
  undo: 'undone_now',
  finish: 'finished_now',
};

/** Names and times may begin and end with Chinese or Latin letters. */
function useSpacedT(): Translate {
  const t = fileMoveWords.useT();
  return (key, params) => spaceCjk(t(key, params));
}

/** Takes a step and shows how things stand after it. */
function useSteps(): { take: Take; is_busy: boolean } {
  const t = useSpacedT();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ step, to = '' }: { step: Step; to?: string }) => steps[step](to),
    onSuccess: (moves: Moves, { step }) => {
      client.setQueryData(queryKey, moves);
      toast('success', t(`file_moves.${notices[step]}`));
    },
    onError: (error) => {
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
      void client.invalidateQueries({ queryKey });
    },
  });
  return {
    take: (step, to) => mutateAsync({ step, ...(to === undefined ? {} : { to }) }).catch(() => undefined), // Reported by the mutation.
    is_busy: isPending,
  };
}

type Panel = { moves: Moves; take: Take; is_busy: boolean; may_steer: boolean; nameOf: (storage: string) => string };

const isOpen = (move: FileMove | null): move is FileMove =>
  move !== null && (move.state === running || move.state === paused || move.state === stopped);

/** Where files are, and a button at every other place that could take them all. */
function Places({ moves, take, is_busy, may_steer, nameOf, driver }: Panel & { driver: string }) {
  const t = useSpacedT();
  const locale = useLocale();
  const all = moves.places.reduce((sum, { files }) => sum + files, 0);
  const confirm = (storage: string, files: number): void =>
    void Modal.confirm({
      title: t('file_moves.confirm', { files: formatNumber(files, { locale }), name: nameOf(storage) }),
      content: (
        <>
          <p>{t('file_moves.confirm_text')}</p>
          {driver === storage ? null : <p>{t('file_moves.confirm_new', { name: nameOf(driver) })}</p>}
        </>
      ),
      okText: t('file_moves.move'),
      cancelText: t('kit.cancel'),
      onOk: () => take('start', storage),
    });
  return (
    <table className={css['places']}>
      <thead>
        <tr>
          <th scope="col">{t('file_moves.place')}</th>
          <th scope="col">{t('file_moves.files')}</th>
          <th scope="col">{t('file_moves.bytes')}</th>
          {may_steer ? (
            <th scope="col">
              <span className="kk-hidden">{t('file_moves.move')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {moves.places.map(({ storage, files, bytes, is_set_up }) => (
          <tr key={storage}>
            <th scope="row">
              {nameOf(storage)}
              {is_set_up ? null : <span className="kk-muted"> {t('file_moves.not_set_up')}</span>}
            </th>
            <td>{formatNumber(files, { locale })}</td>
            <td>{formatBytes(bytes, locale)}</td>
            {may_steer ? (
              <td>
                {is_set_up && files < all && !isOpen(moves.move) ? (
                  <Button size="small" disabled={is_busy} onClick={() => confirm(storage, all - files)}>
                    {t('file_moves.move')}
                  </Button>
                ) : null}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Failures({ move }: { move: FileMove }) {
  const t = useSpacedT();
  if (move.failures.length === 0) return null;
  return (
    <details>
      <summary>{t('file_moves.failures')}</summary>
      <ul className={css['failures']}>
        {move.failures.map(({ key, reason }) => (
          <li key={key}>
            <code>{key}</code> <span className="kk-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {move.failed > move.failures.length ? (
        <p className="kk-muted">{t('file_moves.more_failures', { count: move.failures.length })}</p>
      ) : null}
    </details>
  );
}

/** How far the latest move is, and what can be done about it. */
function Current({ move, take, is_busy, may_steer, nameOf }: Panel & { move: FileMove }) {
  const t = useSpacedT();
  const locale = useLocale();
  const { when } = useDates();
  const number = (value: number): string => formatNumber(value, { locale });
  const percent = move.total === 0 ? 100 : Math.floor((move.moved / move.total) * 100);
  const status = move.state === stopped ? 'exception' : move.state === done && move.failed === 0 ? 'success' : 'normal';
  return (
    <div className={css['move']}>
      <b>{t(`file_moves.states.${move.state}`, { name: nameOf(move.target) })}</b>
      {move.state === undone ? null : (
        <>
          <Progress percent={percent} status={status} aria-label={t('file_moves.title')} />
          <p>
            {t('file_moves.progress', { moved: number(move.moved), total: number(move.total) })}
            {move.failed > 0 ? (
              <span className={css['failed']}> · {t('file_moves.failed', { failed: number(move.failed) })}</span>
            ) : null}
          </p>
        </>
      )}
      {move.reason === '' ? null : <Alert type="error" showIcon title={move.reason} />}
      <p className="kk-muted">
        {t('file_moves.started', { who: move.started_by, time: when(move.created_at) })}
        {move.ended_at === null ? null : ` · ${t('file_moves.ended', { time: when(move.ended_at) })}`}
      </p>
      <Failures move={move} />
      {may_steer && isOpen(move) ? (
        <div className={css['buttons']}>
          {move.state === running ? (
            <Button disabled={is_busy} onClick={() => void take('pause')}>
              {t('file_moves.pause')}
            </Button>
          ) : (
            <Button type="primary" disabled={is_busy} onClick={() => void take('resume')}>
              {t('file_moves.resume')}
            </Button>
          )}
        </div>
      ) : null}
      {may_steer && move.state === done && move.failed > 0 ? (
        <div className={css['buttons']}>
          <Button type="primary" disabled={is_busy} onClick={() => void take('start', move.target)}>
            {t('file_moves.retry')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** What can be brought back, until when, and the way to give that up. */
function WayBack({ moves, take, is_busy, may_steer }: Panel) {
  const t = useSpacedT();
  const locale = useLocale();
  const { when } = useDates();
  const { files, bytes, first_until: first, last_until: last } = moves.undo;
  const count = formatNumber(files, { locale });
  const isRange = first !== null && last !== null && when(first) !== when(last);
  const confirm = (step: 'undo' | 'finish'): void =>
    void Modal.confirm({
      title: t(`file_moves.${step}_confirm`, { files: count }),
      content: t(`file_moves.${step}_confirm_text`),
      okText: t(`file_moves.${step}`),
      okButtonProps: { danger: step === 'finish' },
      cancelText: t('kit.cancel'),
      onOk: () => take(step),
    });
  if (files === 0 && moves.removing === 0) return null;
  return (
    <div className={css['move']}>
      {moves.removing > 0 ? (
        <p className="kk-muted">{t('file_moves.removing', { files: formatNumber(moves.removing, { locale }) })}</p>
      ) : null}
      {files > 0 ? (
        <p>
          {t(isRange ? 'file_moves.undo_range' : 'file_moves.undo_text', {
            files: count,
            size: formatBytes(bytes, locale),
            time: when(first),
            last: when(last),
          })}
        </p>
      ) : null}
      {files > 0 && may_steer && moves.move?.state !== running ? (
        <div className={css['buttons']}>
          <Button disabled={is_busy} onClick={() => confirm('undo')}>
            {t('file_moves.undo')}
          </Button>
          <Button danger disabled={is_busy} onClick={() => confirm('finish')}>
            {t('file_moves.finish')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Which storage holds the files, and moves of all of them to another: start, progress, pause, way back. */
export function FileMoves({ driver }: { /** Where new files go. */ driver: string }) {
  const t = useSpacedT();
  const maySteer = useCan('admin.configs.move_files');
  const { take, is_busy } = useSteps();
  const { data, isError, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(fileMoves.listFileMoves, { signal, in_place: true }),
    refetchInterval: ({ state: { data: moves } }) =>
      moves && (moves.move?.state === running || moves.removing > 0) ? refreshMs : false,
  });
  if (!data)
    return isError ? (
      <LoadError error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 3 }} />
    );
  const panel: Panel = {
    moves: data,
    take,
    is_busy,
    may_steer: maySteer,
    nameOf: (storage) => t(`resources.configs.choices.storage_driver.${storage}`),
  };
  return (
    <section className={css['panel']} aria-labelledby="file-moves">
      <h3 id="file-moves">{t('file_moves.title')}</h3>
      <Places {...panel} driver={driver} />
      <p className="kk-muted">{t('file_moves.note')}</p>
      {data.move ? <Current {...panel} move={data.move} /> : null}
      <WayBack {...panel} />
    </section>
  );
}
