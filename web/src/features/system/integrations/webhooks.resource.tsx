import { lazy, Suspense, useState } from 'react';
import * as webhooksApi from '@kaike/shared/contracts/system/webhooks';
import type { webhooks } from '@kaike/shared/resources/system/webhooks';
import { call } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import type { PanelProps, ResourceView } from '../../../kit/resource-view.ts';
import { Button, Modal } from '../../../kit/widgets.ts';

const SecretOnce = lazy(async () => ({ default: (await import('./secret-once.tsx')).SecretOnce }));
const key = 'resources.webhooks.detail';

/** The secret of a webhook, to be entered at its receiver. */
function SigningPanel({ row: { id, name } }: PanelProps<typeof webhooks>) {
  const t = useT();
  const [secret, setSecret] = useState<string | null>(null);
  const close = (): void => setSecret(null);
  const show = async (): Promise<void> =>
    setSecret((await call(webhooksApi.revealWebhookSecret, { params: { id } })).secret);
  return (
    <section>
      <p className="kk-muted">{t(`${key}.hint`)}</p>
      <Button onClick={() => void show()}>{t(`${key}.secret`)}</Button>
      {secret === null ? null : (
        <Modal open title={t(`${key}.secret_title`, { name })} onCancel={close} footer={null}>
          <Suspense>
            <SecretOnce secret={secret} note={t(`${key}.secret_note`)} done={close} />
          </Suspense>
        </Modal>
      )}
    </section>
  );
}

export const resourceView: ResourceView<typeof webhooks> = {
  panels: [{ key: 'signing', wording: `${key}.signing`, panel: SigningPanel, permission: 'secret' }],
};
