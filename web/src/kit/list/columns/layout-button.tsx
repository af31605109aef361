import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { KitIcon } from '../../kit-icon.tsx';
import { columnsLabel, type LayoutProps } from './columns-label.ts';

const ColumnSettings = lazy(async () => ({ default: (await import('./column-settings.tsx')).ColumnSettings }));

/** Columns and density; the panel loads when it is opened. */
export function LayoutButton(props: LayoutProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { text, name } = columnsLabel(props.words, props.folded);
  const button = (
    <Button
      type="text"
      icon={<KitIcon name="columns" />}
      aria-label={name}
      title={name}
      onClick={() => setIsOpen(true)}
      loading={isOpen}
    >
      {text}
    </Button>
  );
  return isOpen ? (
    <Suspense fallback={button}>
      <ColumnSettings {...props} />
    </Suspense>
  ) : (
    button
  );
}
