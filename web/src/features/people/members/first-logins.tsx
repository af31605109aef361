import { useState } from 'react';
import recordWords from 'virtual:locale/member_record';
import * as firstLogins from '@kaike/shared/contracts/auth/first-logins';
import { allRows } from '@kaike/shared/domain/office/bulk-run';
import { firstLoginDays } from '@kaike/shared/domain/auth/first-login';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../api/client.ts';
import { copyText } from '../../../app/components/copy-text.ts';
import type { ListTarget } from '../../../kit/resource-view.ts';
import { Alert, Button, Input, Modal } from '../../../kit/widgets.ts';

type Links = ResponseOf<typeof firstLogins.createFirstLogins>['data'];

const key = 'member_record.links';
/** Columns as a sheet takes them when pasted. */
const linesOf = (links: Links): string =>
  links.map(({ name, login, link }) => [name, login, link].join('\t')).join('\n');

/** Links by which new learners come in, for a school to pass on itself. */
export function FirstLogins({ target, close }: { target: ListTarget; close: () => void }) {
  const t = recordWords.useT();
  const [links, setLinks] = useState<Links | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      const selection = 'ids' in target ? { ids: [...target.ids] } : target;
      let [all, before]: [Links, number | null] = [[], null];
      do {
        const page: ResponseOf<typeof firstLogins.createFirstLogins> = await call(firstLogins.createFirstLogins, {
          body: { ...selection, ...(before === null ? {} : { before }) },
        });
        all = [...all, ...page.data];
        before = page.next_before;
        setLinks(all);
      } while (before !== null);
    } finally {
      setBusy(false);
    }
  };
  const hasLinks = links !== null && links.length > 0;
  return (
    <Modal
      open
      title={t(`${key}.title`)}
      onCancel={close}
      footer={
        hasLinks ? (
          <Button type="primary" onClick={() => void copyText(linesOf(links), t(`${key}.copied`))}>
            {t(`${key}.copy`)}
          </Button>
        ) : (
          <Button type="primary" loading={busy} onClick={() => void make()}>
            {t(`${key}.make`)}
          </Button>
        )
      }
    >
      <p>
        {'ids' in target
          ? t(`${key}.${target.ids.length === 1 ? 'of_one' : 'of_ticked'}`, { count: target.ids.length })
          : t(`${key}.${target.matching === allRows ? 'of_all' : 'of_shown'}`)}
      </p>
      <p>{t(`${key}.note`, { days: firstLoginDays })}</p>
      {links?.length === 0 ? <Alert type="info" title={t(`${key}.none`)} /> : null}
      {hasLinks ? <Input.TextArea readOnly rows={10} value={linesOf(links)} aria-label={t(`${key}.title`)} /> : null}
    </Modal>
  );
}
