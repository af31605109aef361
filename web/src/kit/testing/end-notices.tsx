import { waitFor } from '@testing-library/react';
import { ConfigProvider, Modal, notification } from 'antd';

// There are no animations here, and what waits for their end would stay.
ConfigProvider.config({
  holderRender: (children) => <ConfigProvider theme={{ token: { motion: false } }}>{children}</ConfigProvider>,
});

/** Ends what antd draws outside of the test's root: it would outlive the test, and later notices would be drawn beside the page. */
export async function endNotices(): Promise<void> {
  Modal.destroyAll();
  notification.destroy();
  await waitFor(() => {
    if (document.querySelector('.ant-modal-confirm, .ant-notification')) throw new Error('something is still shown');
  });
}
