import { useNavigate, useSearchParams } from 'react-router';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import type { smsMessages } from '@kaike/shared/resources/messaging/sms-messages';
import { useCan } from '../../../app/session.ts';
import { useT } from '../../../app/wording.ts';
import type { ResourceView } from '../../../kit/resource-view.ts';
import { Button } from '../../../kit/widgets.ts';

/** The statistics of what the list shows: its filters as far as the statistics have them. */
export function countsUrl(list: URLSearchParams): string {
  const query = new URLSearchParams();
  for (const name of ['vendor', 'purpose', 'state']) {
    const [value, ...others] = [...list.getAll(`where[${name}]`), ...list.getAll(`where[${name}][]`)];
    if (value && others.length === 0) query.set(name, value);
  }
  for (const [name, bound] of [
    ['from', '0'],
    ['to', '1'],
  ] as const) {
    const moment = new Date(list.get(`where[created_at][${bound}]`) ?? '');
    if (!Number.isNaN(moment.getTime())) query.set(name, dayOf(moment));
  }
  return `/admin/sms-counts?${query.toString()}`;
}

function Toolbar() {
  const t = useT();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const maySee = useCan('admin.sms-counts.list');
  if (!maySee) return null;
  return <Button onClick={() => void navigate(countsUrl(params))}>{t('resources.sms-messages.counts')}</Button>;
}

export const resourceView: ResourceView<typeof smsMessages> = { toolbar: Toolbar };
