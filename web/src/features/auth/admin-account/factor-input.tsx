import type { Binding } from '../../../form/use-form.ts';
import { FieldBox } from '../../../kit/fields/field-box.tsx';
import { Input } from '../../../kit/widgets.ts';

type Props = Binding<string> & { help: string; isPassword?: boolean };

/** A password or code with its label, and the error or help below it. */
export function FactorInput({ id, label, value, onChange, onBlur, error, help, isPassword = false }: Props) {
  const Box = isPassword ? Input.Password : Input;
  return (
    <FieldBox id={id} label={label} error={error} help={help}>
      <Box
        id={id}
        value={value}
        autoComplete={isPassword ? 'current-password' : 'one-time-code'}
        status={error ? 'error' : ''}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </FieldBox>
  );
}
