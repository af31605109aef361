import { useId, useState } from 'react';
import words from 'virtual:locale/console';
import type { CommandEntry, CommandParameter } from '@kaike/shared/contracts/system/console-commands';
import * as consoleCommands from '@kaike/shared/contracts/system/console-commands';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button.tsx';
import css from './commands.module.css';

type Value = string | boolean;

function ParameterInput({
  parameter: { name, kind, required, choices },
  value,
  onChange,
}: {
  parameter: CommandParameter;
  value: Value | undefined;
  onChange: (value: Value) => void;
}) {
  const t = words.useT();
  const id = useId();
  const label = t(`console.parameters.${name}`);
  if (kind === 'flag') {
    return (
      <label className={css['check']}>
        <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
        {label}
      </label>
    );
  }
  const text = typeof value === 'string' ? value : '';
  return (
    <div className={css['box']}>
      <label htmlFor={id}>
        {label}
        {required ? ' *' : ''}
      </label>
      {kind === 'choice' ? (
        <select id={id} value={text} required={required} onChange={(event) => onChange(event.target.value)}>
          {['', ...choices].map((choice) => (
            <option key={choice} value={choice}>
              {choice === '' ? t('console.choose') : choice}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} value={text} required={required} onChange={(event) => onChange(event.target.value)} />
      )}
    </div>
  );
}

/** The parameters of a command, each by its kind. */
export function CommandForm({ command, onStarted }: { command: CommandEntry; onStarted: (id: number) => void }) {
  const t = words.useT();
  const [values, setValues] = useState<Record<string, Value>>({});
  const [busy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      const { id } = await call(consoleCommands.runCommand, { body: { command: command.name, parameters: values } });
      onStarted(id);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      {command.parameters.map((parameter) => (
        <ParameterInput
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name]}
          onChange={(value) => setValues({ ...values, [parameter.name]: value })}
        />
      ))}
      <Button type="submit" look="primary" busy={busy}>
        {t('console.run')}
      </Button>
    </form>
  );
}
