import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import words from 'virtual:locale/console';
import type { CommandRun } from '@kaike/shared/contracts/system/console-commands';
import * as consoleCommands from '@kaike/shared/contracts/system/console-commands';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { useDates } from '../../../../app/dates.ts';
import { Loaded } from '../loaded.tsx';
import { CommandForm } from './command-form.tsx';
import css from './commands.module.css';
import { RunView } from './run-view.tsx';

function History({ runs, open }: { runs: readonly CommandRun[]; open: (id: number) => void }) {
  const t = words.useT();
  const dates = useDates();
  if (runs.length === 0) return <p className="kk-muted">{t('console.none')}</p>;
  return (
    <ul className={css['history']}>
      {runs.map(({ id, line, state, started_at: at }) => (
        <li key={id}>
          <button type="button" onClick={() => open(id)}>
            <span className={css['code']}>{line}</span>
            <span className={state === 'failed' ? css['failed'] : 'kk-muted'}>{t(`console.states.${state}`)}</span>
            <span className="kk-muted">{dates.minute(at)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type Props = ResponseOf<typeof consoleCommands.listCommands> & { reload: () => void };

function Console({ commands, runs, reload }: Props) {
  const t = words.useT();
  const id = useId();
  // In the address: the page loads anew where a command changes its source.
  const [params, setParams] = useSearchParams();
  // What is run is what is seen: the address follows a moment later.
  const [selected, setSelected] = useState(params.get('command'));
  const command = commands.find(({ name }) => name === selected) ?? commands[0];
  const run = runs.find(({ id }) => id === Number(params.get('run'))) ?? runs.find(({ state }) => state === 'running');
  const show = (name: string, run?: number): void =>
    setParams({ tab: 'commands', command: name, ...(run === undefined ? {} : { run: String(run) }) });
  if (!command) return null;
  return (
    <div className={css['console']}>
      <div className={css['box']}>
        <label htmlFor={id}>{t('console.command')}</label>
        <select
          id={id}
          value={command.name}
          onChange={(event) => {
            setSelected(event.target.value);
            show(event.target.value);
          }}
        >
          {commands.map(({ name }) => (
            <option key={name} value={name}>
              {`${name} · ${t(`console.commands.${name.replaceAll(':', '_')}`)}`}
            </option>
          ))}
        </select>
      </div>
      <CommandForm
        key={command.name}
        command={command}
        onStarted={(run) => {
          show(command.name, run);
          reload();
        }}
      />
      {run ? <RunView key={run.id} id={run.id} onEnd={reload} /> : null}
      <h2>{t('console.history')}</h2>
      <History runs={runs} open={(run) => show(command.name, run)} />
    </div>
  );
}

/** The commands of the console as forms, with what they print. */
export function CommandsTab() {
  return (
    <Loaded contract={consoleCommands.listCommands}>
      {(answer, reload) => <Console {...answer} reload={reload} />}
    </Loaded>
  );
}
