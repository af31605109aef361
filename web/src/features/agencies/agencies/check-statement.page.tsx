import { useCallback, useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import agencyWords from 'virtual:locale/agencies';
import type { CheckedStatement } from '@kaike/shared/contracts/agencies/agencies';
import * as agencies from '@kaike/shared/contracts/agencies/agencies';
import { formatChange, formatDateTime, formatDay, formatNumber } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useLoad } from '../../../app/loading/use-load.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale } from '../../../app/wording.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card, PageHeader, Skeleton } from '../../../ui/parts.tsx';
import css from './check-statement.module.css';

function Genuine({ statement, school }: { statement: NonNullable<CheckedStatement>; school: string }) {
  const t = agencyWords.useT();
  const locale = useLocale();
  const day = (text: string): string => formatDay(text, { locale });
  const facts: [string, ReactNode][] = [
    ['agency', statement.masked_name],
    [
      'period',
      <>
        <span className={css['day']}>{day(statement.from)} –</span>{' '}
        <span className={css['day']}>{day(statement.to)}</span>
      </>,
    ],
    ['issued', formatDateTime(statement.issued_at).slice(0, 16)],
    ['code', statement.code],
  ];
  return (
    <>
      <h2 className={css['genuine']} role="status">
        <Icon name="check" /> {t('agencies.check.genuine')}
      </h2>
      <p className={css['muted']}>{t('agencies.check.genuine_text', { school })}</p>
      <dl className={css['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`agencies.check.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className={css['figures']}>
        <caption className={css['muted']}>{t('agencies.check.unit')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('agencies.type')}</th>
            <th scope="col">{t('agencies.times')}</th>
            <th scope="col">{t('agencies.delta')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" colSpan={2}>
              {t('agencies.opening')}
            </th>
            <td>{formatNumber(statement.opening)}</td>
          </tr>
          {statement.types.map(({ type, count, delta }) => (
            <tr key={type}>
              <td>{t(`agencies.types.${type}`)}</td>
              <td>{formatNumber(count)}</td>
              <td>{formatChange(delta)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={2}>
              {t('agencies.closing')}
            </th>
            <td>{formatNumber(statement.closing)}</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

function Result({ code }: { code: string }) {
  const t = agencyWords.useT();
  const { data, failed, error, reload } = useLoad(
    useCallback((signal: AbortSignal) => call(agencies.checkStatement, { params: { code }, signal }), [code]),
  );
  if (failed) return <LoadFailure error={error} retry={reload} />;
  if (!data) return <Skeleton height={240} />;
  return (
    <Card>
      {data.statement ? (
        <Genuine statement={data.statement} school={data.school} />
      ) : (
        <div role="alert">
          <h2 className={css['false']}>{t('agencies.check.false')}</h2>
          <p className={css['muted']}>{t('agencies.check.false_text', { school: data.school })}</p>
        </div>
      )}
    </Card>
  );
}

function CodeForm({ code }: { code: string }) {
  const t = agencyWords.useT();
  const navigate = useNavigate();
  const [text, setText] = useState(code);
  const [isEmpty, setIsEmpty] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = text.trim();
    setIsEmpty(typed === '');
    if (typed !== '') void navigate(`/open/statements/${encodeURIComponent(typed)}`);
  };
  return (
    <form className={css['form']} onSubmit={submit}>
      <TextField
        label={t('agencies.check.code')}
        value={text}
        onChange={setText}
        placeholder={t('agencies.check.placeholder')}
        hint={t('agencies.check.hint')}
        error={isEmpty ? t('agencies.check.empty') : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <Button type="submit" look="primary">
        {t('agencies.check.submit')}
      </Button>
    </form>
  );
}

/** Shows anybody with the code of a statement whether the school issued it, and its figures. */
export function CheckStatementPage() {
  const t = agencyWords.useT();
  const { code = '' } = useParams();
  useTitle(t('agencies.check.title'));
  return (
    <div className={css['stack']}>
      <PageHeader title={t('agencies.check.title')} />
      <Card>
        <CodeForm key={code} code={code} />
      </Card>
      {code === '' ? null : <Result code={code} />}
    </div>
  );
}
