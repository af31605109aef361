import type { ReactNode } from 'react';
import { Button } from 'antd';
import { useHref, useNavigate } from 'react-router';

/** A way to another page that looks like a button: a link all the same, so that it opens in a new tab. */
export function LinkButton({ to, type, children }: { to: string; type?: 'primary'; children: ReactNode }) {
  const navigate = useNavigate();
  const href = useHref(to);
  return (
    <Button
      href={href}
      {...(type ? { type } : {})}
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
