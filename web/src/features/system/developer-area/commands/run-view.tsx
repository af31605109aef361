import { useEffect, useRef } from 'react';
import words from 'virtual:locale/console';
import * as consoleCommands from '@kaike/shared/contracts/system/console-commands';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button.tsx';
import css from './commands.module.css';
import { useRunOutput } from './use-run-output.ts';

/** A run with what it prints; the end of it stays in sight. */
export function RunView({ id, onEnd }: { id: number; onEnd: () => void }) {
  const t = words.useT();
  const { run, text } = useRunOutput(id, onEnd);
  const box = useRef<HTMLPreElement>(null);
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [text]);
  return (
    <section className={css['run']} aria-label={t('console.output')}>
      <div className={css['head']}>
        <span className={css['code']}>{run?.line ?? ''}</span>
        <span role="status" className={run?.state === 'failed' ? css['failed'] : 'kk-muted'}>
          {run ? t(`console.states.${run.state}`) : ''}
          {run?.exit_code ? ` · ${t('console.exit', { code: run.exit_code })}` : ''}
        </span>
        {run?.state === 'running' ? (
          <Button look="danger" onClick={() => void call(consoleCommands.cancelRun, { params: { id } })}>
            {t('console.cancel')}
          </Button>
        ) : null}
      </div>
      <pre ref={box}>{text === '' ? t('console.no_output') : text}</pre>
    </section>
  );
}
