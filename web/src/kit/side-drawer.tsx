import { Drawer } from 'antd';
import type { ReactNode } from 'react';

/** The menu on a narrow window. */
export function SideDrawer({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer open onClose={onClose} placement="left" size={264} title={title}>
      {children}
    </Drawer>
  );
}
