import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import agencyWords from 'virtual:locale/agencies';
import type { Statement } from '@kaike/shared/contracts/agencies/agencies';
import * as agencies from '@kaike/shared/contracts/agencies/agencies';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { formatChange, formatDateTime, formatNumber } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { DateSpan } from '../../../kit/dates/date-span.tsx';
import { LoadError } from '../../../kit/load-error.tsx';
import { LinkButton } from '../../../kit/pages/link-button.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { Button, Skeleton } from '../../../kit/widgets.ts';
import { useQrCode } from '../../../ui/use-qr-code.ts';
import css from './agencies.module.css';
import { useSend } from './use-send.ts';

function Sums({ statement }: { statement: Statement }) {
  const t = agencyWords.useT();
  return (
    <table className={css['statement']}>
      <thead>
        <tr>
          <th>{t('agencies.type')}</th>
          <th className={css['number']}>{t('agencies.times')}</th>
          <th className={css['number']}>{t('agencies.delta')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" colSpan={2}>
            {t('agencies.opening')}
          </th>
          <td className={css['number']}>
            <b>{formatNumber(statement.opening)}</b>
          </td>
        </tr>
        {statement.types.map(({ type, count, delta }) => (
          <tr key={type}>
            <td>{t(`agencies.types.${type}`)}</td>
            <td className={css['number']}>{formatNumber(count)}</td>
            <td className={css['number']}>{formatChange(delta)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={2}>
            {t('agencies.closing')}
          </th>
          <td className={css['number']}>
            <b>{formatNumber(statement.closing)}</b>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Lines({ statement }: { statement: Statement }) {
  const t = agencyWords.useT();
  if (statement.lines.length === 0) return <p className="kk-muted">{t('agencies.no_moves')}</p>;
  return (
    <>
      <table className={`${css['statement'] ?? ''} ${css['moves'] ?? ''}`}>
        <thead>
          <tr>
            <th>{t('agencies.time')}</th>
            <th>{t('agencies.type')}</th>
            <th className={css['number']}>{t('agencies.delta')}</th>
            <th className={css['number']}>{t('agencies.after')}</th>
            <th>{t('agencies.other')}</th>
            <th>{t('agencies.note')}</th>
          </tr>
        </thead>
        <tbody>
          {statement.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <time dateTime={line.created_at}>{formatDateTime(line.created_at).slice(0, 16)}</time>
              </td>
              <td className={css['main']}>{t(`agencies.types.${line.type}`)}</td>
              <td className={`${css['number'] ?? ''} ${css['main'] ?? ''}`}>{formatChange(line.delta)}</td>
              <td className={css['number']} data-label={t('agencies.after')}>
                {formatNumber(line.balance_after)}
              </td>
              <td className={css['wide']}>{line.counterparty}</td>
              <td className={css['wide']}>{line.remark}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {statement.left_out > 0 ? (
        <p className="kk-muted">{t('agencies.left_out', { count: statement.left_out })}</p>
      ) : null}
    </>
  );
}

const qrSize = 88;

/** The code of an issued statement, as text and as a QR code that leads to the page where it is checked. */
function CheckCode({ code, onReady }: { code: string; onReady: () => void }) {
  const t = agencyWords.useT();
  const page = `${location.origin}/open/statements`;
  const picture = useQrCode(`${page}/${code}`, qrSize * 3);
  useEffect(() => {
    // A statement without its picture is printed all the same: the code can be typed.
    if (picture === null) onReady();
  }, [picture, onReady]);
  return (
    <div className={css['check']}>
      {picture ? (
        <img src={picture} alt={t('agencies.check.qr')} width={qrSize} height={qrSize} onLoad={onReady} />
      ) : null}
      <span>{t('agencies.checked', { code: code.replace(/(.{4})(?=.)/g, '$1 '), url: page })}</span>
    </div>
  );
}

const print = (): void => window.print();

/** What is printed. */
function Paper({ statement, code }: { statement: Statement; code: string | null }) {
  const t = agencyWords.useT();
  return (
    <section className={`kk-panel kk-padded ${css['paper'] ?? ''}`}>
      <h2>
        {statement.agency.name} · {t('agencies.statement_title')}
      </h2>
      <p className="kk-muted">
        {statement.agency.code} · {t('agencies.period', { from: statement.from, to: statement.to })} ·{' '}
        {t('agencies.made_at', { time: formatDateTime(statement.made_at) })}
      </p>
      {code === null ? null : <CheckCode key={code} code={code} onReady={print} />}
      <Sums statement={statement} />
      <h3>{t('agencies.ledger')}</h3>
      <Lines statement={statement} />
    </section>
  );
}

/** The ledger of one agency for a period. It is printed with a code by which anybody can check it. */
export function StatementPage() {
  const t = agencyWords.useT();
  const id = Number(useParams()['id'] ?? 0);
  const [params, setParams] = useSearchParams();
  const today = dayOf(new Date());
  const { busy, send } = useSend();
  const period = { from: params.get('from') ?? `${today.slice(0, 8)}01`, to: params.get('to') ?? today };
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['agencies', 'statement', id, period.from, period.to],
    retry: false,
    queryFn: ({ signal }) => call(agencies.getStatement, { params: { id }, query: period, signal, in_place: true }),
  });
  const span = `${id} ${period.from} ${period.to}`;
  const [issued, setIssued] = useState<{ span: string; code: string; statement: Statement } | null>(null);
  const code = issued?.span === span ? issued.code : null;
  // The paper shows what the code stands for, whatever moved since.
  const shown = issued?.span === span ? issued.statement : data;
  const issue = (): Promise<void> =>
    send(async () => {
      const answer = await call(agencies.issueStatement, { params: { id }, body: period, in_place: true });
      if (answer.code === code) print();
      else setIssued({ span, code: answer.code, statement: answer.statement });
    });
  return (
    <>
      <div className={css['screen']}>
        <PageTitle
          title={data ? `${t('agencies.statement_title')} · ${data.agency.name}` : t('agencies.statement_title')}
          extra={<LinkButton to={`/admin/agencies/${id}`}>{t('agencies.back')}</LinkButton>}
        />
        <div className={`kk-buttons ${css['span'] ?? ''}`}>
          <DateSpan
            id="statement-days"
            label={t('statistics.spans.label')}
            from={period.from}
            to={period.to}
            onChange={([from, to]) => setParams({ from, to }, { replace: true })}
          />
          <Button type="primary" disabled={!data} loading={busy} onClick={() => void issue()}>
            {t('agencies.print')}
          </Button>
        </div>
        <p className={`kk-muted ${css['print-hint'] ?? ''}`}>{t('agencies.print_hint')}</p>
      </div>
      {isError ? <LoadError error={error} retry={() => void refetch()} hasBack /> : null}
      {!data && !isError ? <Skeleton active /> : null}
      {shown ? <Paper statement={shown} code={code} /> : null}
    </>
  );
}
