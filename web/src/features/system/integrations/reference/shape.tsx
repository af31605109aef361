import type { JsonSchema } from '@kaike/shared/kit/schema';
import css from './reference.module.css';

/** What the back office calls a field; empty for what it does not show. */
export type LabelOf = (name: string) => string;

/** What is said of a value in one line: its type, its choices, its rules. */
function Facts({ schema, isRequired }: { schema: JsonSchema; isRequired: boolean }) {
  const { type, items, format, enum: choices, description } = schema;
  const names = [type].flat().filter((one) => one !== undefined);
  const itemType = items ? [items.type].flat().join(' | ') : '';
  return (
    <>
      <span className="kk-muted">
        {names.map((one) => (one === 'array' && itemType !== '' ? `array<${itemType}>` : one)).join(' | ')}
        {format ? ` · ${format}` : ''}
      </span>
      {isRequired ? <span className={css['required']}>*</span> : null}
      {choices ? <span className={css['code']}>{choices.map((one) => JSON.stringify(one)).join(' | ')}</span> : null}
      {description ? <span className="kk-muted">{description}</span> : null}
    </>
  );
}

/** The parts of an object or of the entries of a list. */
export function Shape({ schema, labelOf }: { schema: JsonSchema; labelOf: LabelOf }) {
  const inner = schema.items ?? schema;
  const properties = Object.entries(inner.properties ?? {});
  if (properties.length === 0) return null;
  return (
    <ul className={css['shape']}>
      {properties.map(([name, part]) => (
        <li key={name}>
          <div className={css['facts']}>
            <span className={css['code']}>{name}</span>
            <span>{labelOf(name)}</span>
            <Facts schema={part} isRequired={inner.required?.includes(name) ?? false} />
          </div>
          <Shape schema={part} labelOf={labelOf} />
        </li>
      ))}
    </ul>
  );
}

/** A parameter of an address or a header. */
export function Parameter({
  name,
  label,
  schema,
  isRequired,
}: {
  name: string;
  label: string;
  schema: JsonSchema;
  isRequired: boolean;
}) {
  return (
    <li className={css['facts']}>
      <span className={css['code']}>{name}</span>
      <span>{label}</span>
      <Facts schema={schema} isRequired={isRequired} />
    </li>
  );
}
