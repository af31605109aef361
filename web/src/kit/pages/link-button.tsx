import type { ReactNode } from 'react';
import { Button } from 'antd';
import { KitIcon } from '../kit-icon.tsx';
import { useHref, useNavigate } from 'react-router';

type Props = { to: string; type?: 'primary'; /** Name of an icon. */ icon?: string; children: ReactNode };

/** A way to another page that looks like a button: a link all the same, so that it opens in a new tab. */
export function LinkButton({ to, type, icon, children }: Props) {
  const navigate = useNavigate();
  const href = useHref(to);
  return (
    <Button
      href={href}
      {...(type ? { type } : {})}
      {...(icon ? { icon: <KitIcon name={icon} /> } : {})}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(to);
      }}
    >
      {children}
    </Button>
  );
}
