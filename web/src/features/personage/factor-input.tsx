import { Input } from '../../kit/widgets.ts';

type Props = {
  id: string;
  label: string;
  value: string;
  set: (value: string) => void;
  error: string | undefined;
  help: string;
  is_password?: boolean;
};

/** A field with its label, and the error or help text below it. */
export function FactorInput({ id, label, value, set, error, help, is_password: isPassword = false }: Props) {
  const Box = isPassword ? Input.Password : Input;
  return (
    <div className="kk-field">
      <label htmlFor={id}>{label}</label>
      <Box
        id={id}
        value={value}
        autoComplete={isPassword ? 'current-password' : 'one-time-code'}
        status={error ? 'error' : ''}
        onChange={(event) => set(event.target.value)}
      />
      <div className={error ? 'kk-error' : 'kk-help'} role={error ? 'alert' : undefined}>
        {error ?? help}
      </div>
    </div>
  );
}
