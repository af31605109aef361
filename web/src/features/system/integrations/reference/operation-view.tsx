import words from 'virtual:locale/api_reference';
import { copyText } from '../../../../app/components/copy-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { bodyOf, exampleCall, exampleOf } from './example-call.ts';
import { fieldTitle, type ReferenceEntry } from './entries.ts';
import css from './reference.module.css';
import { Parameter, Shape } from './shape.tsx';

const places = ['path', 'query', 'header'] as const;

function Example({ text }: { text: string }) {
  const t = words.useT();
  return (
    <div className={css['example']}>
      <pre className={css['listing']}>{text}</pre>
      <Button onClick={() => void copyText(text, t('api_reference.copied'))}>{t('api_reference.copy')}</Button>
    </div>
  );
}

/** Everything about one operation: what it takes, what it answers, how it refuses, and a call to copy. */
export function OperationView({
  entry,
  refusals,
}: {
  entry: ReferenceEntry;
  refusals: Readonly<Record<string, string>>;
}) {
  const t = words.useT();
  const { operation, area, group } = entry;
  const labelOf = (name: string): string => fieldTitle(t, group, name);
  const parameters = operation.parameters ?? [];
  const body = bodyOf(entry);
  const answer = operation.responses['200']?.content?.['application/json']?.schema;
  const statuses = Object.entries(operation.responses).filter(([status]) => status !== '200');
  return (
    <div className={css['operation']}>
      {operation['x-permission'] && operation['x-permission'] !== '*' ? (
        <p>
          {t('api_reference.permission')} <span className={css['code']}>{operation['x-permission']}</span>
        </p>
      ) : null}
      {places.map((place) => {
        const own = parameters.filter((one) => one.in === place);
        return own.length === 0 ? null : (
          <section key={place}>
            <h2>{t(`api_reference.places.${place}`)}</h2>
            <ul className={css['shape']}>
              {own.map(({ name, schema = {}, required = false, description }) => (
                <Parameter
                  key={name}
                  name={name}
                  label={labelOf(/\[(\w+)\]/.exec(name)?.[1] ?? name)}
                  schema={description ? { ...schema, description } : schema}
                  isRequired={required}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {body ? (
        <section>
          <h2>{t('api_reference.body')}</h2>
          <Shape schema={body} labelOf={labelOf} />
        </section>
      ) : null}
      {answer ? (
        <section>
          <h2>{t('api_reference.answer')}</h2>
          <Shape schema={answer} labelOf={labelOf} />
        </section>
      ) : null}
      <section>
        <h2>{t(area === 'webhooks' ? 'api_reference.replies' : 'api_reference.refusals')}</h2>
        <ul className={css['shape']}>
          {statuses.map(([status, { description }]) => (
            <li key={status} className={css['facts']}>
              <span className={css['code']}>{status}</span>
              <span className="kk-muted">{description ?? refusals[status]}</span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('api_reference.example')}</h2>
        <Example
          text={
            area === 'webhooks' ? JSON.stringify(exampleOf(body ?? {}), null, 2) : exampleCall(entry, location.origin)
          }
        />
      </section>
    </div>
  );
}
