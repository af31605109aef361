import { Button, Progress } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { Translate } from '@kaike/shared/kit/wording';
import { useReload, urlOf } from '../../use-resource.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import { transferPorts } from '../ports.ts';
import { useTransfer, type ImportOutcome } from '../transfer-state.ts';
import { cancelTransfer, pauseTransfer, resumeTransfer } from '../transfer-task.ts';
import { confirmUndoImport, saveWrong } from './import-result.tsx';
import css from './wizard.module.css';

type Props = {
  definition: ResourceDefinition;
  words: ResourceWording;
  own: Translate;
  total: number;
  again: () => void;
};

function Running({ words, own, total, again }: Props) {
  const { state, progress, rows, failed } = useTransfer();
  const { t } = words;
  return (
    <div className={css['result']} role="status">
      <strong>{own('kit_transfer.result.running', { done: Math.min(rows, total), count: total })}</strong>
      <Progress percent={progress} status={failed ? 'exception' : 'active'} aria-label={words.name} />
      <span className="kk-muted">{own(failed ? 'kit_transfer.failed' : 'kit_transfer.result.leave')}</span>
      <span className="kk-buttons">
        {state === 'paused' ? (
          <Button type="primary" onClick={resumeTransfer}>
            {t('transfer.resume')}
          </Button>
        ) : (
          <Button onClick={pauseTransfer}>{t('transfer.pause')}</Button>
        )}
        <Button danger onClick={() => void cancelTransfer(transferPorts).then(again)}>
          {t('transfer.cancel')}
        </Button>
      </span>
    </div>
  );
}

function Figures({ outcome, own }: { outcome: ImportOutcome; own: Translate }) {
  const { job, errors } = outcome;
  const unchanged = job.unchanged ?? 0;
  const figures = [
    ['created', job.created ?? 0],
    ['updated', job.updated ?? 0],
    ...(unchanged > 0 ? [['unchanged', unchanged] as const] : []),
    ['wrong', errors.length],
  ] as const;
  return (
    <dl className={css['figures']}>
      {figures.map(([key, count]) => (
        <div key={key} data-bad={key === 'wrong' && count > 0}>
          <dt>{own(`kit_transfer.result.${key}`)}</dt>
          <dd>{count.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The last step: progress, then what came of it, with undo and the rows that were left out. */
export function ResultStep(props: Props) {
  const { definition, words, own, again } = props;
  const outcome = useTransfer(({ end }) => end);
  const navigate = useNavigate();
  const reload = useReload(definition.name);
  const isOver = outcome !== null;
  useEffect(() => {
    if (isOver) reload();
  }, [isOver, reload]);
  if (!outcome) return <Running {...props} />;
  const { job, errors } = outcome;
  const id = job.import_id;
  return (
    <div className={css['result']} role="status">
      <strong>{own('kit_transfer.result.done')}</strong>
      <Figures outcome={outcome} own={own} />
      <span className="kk-buttons">
        <Button type="primary" onClick={() => void navigate(urlOf(definition))}>
          {own('kit_transfer.result.open', { name: words.name })}
        </Button>
        {errors.length > 0 ? (
          <Button onClick={() => void saveWrong(outcome, words.t)}>
            {own('kit_transfer.download_wrong', { count: errors.length })}
          </Button>
        ) : null}
        <Button onClick={again}>{own('kit_transfer.result.another')}</Button>
        {id && job.success > 0 ? (
          <Button danger type="text" onClick={() => confirmUndoImport(own, id, again)}>
            {own('kit_transfer.undo')}
          </Button>
        ) : null}
      </span>
      {id && job.success > 0 ? <span className="kk-muted">{own('kit_transfer.undo_note')}</span> : null}
    </div>
  );
}
