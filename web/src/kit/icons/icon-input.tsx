import { Button, Input, Popover } from 'antd';
import { iconNames } from 'virtual:icon-names';
import iconWords from 'virtual:locale/kit_icons';
import { useMemo, useState, type KeyboardEvent } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import type { InputProps } from '../fields/input-props.ts';
import css from './icons.module.css';
import { SpriteIcon } from './sprite-icon.tsx';

/** Icons per row of the grid; up and down move by this many. */
const perRow = 8;

/** The arrow keys move within the grid. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  buttons[at + step]?.focus();
}

/** What the sign is called first, of all the words it is found by. */
function useIconName(): (name: string) => string {
  const words = iconWords.useT();
  return (name) => words(`kit_icons.${name}`).split(' ')[0] ?? name;
}

function IconGrid({ value, choose }: { value: string; choose: (name: string) => void }) {
  const t = fieldWords.useT();
  const words = iconWords.useT();
  const [search, setSearch] = useState('');
  const matches = useMemo(() => {
    const needle = search.trim().toLowerCase();
    return iconNames.filter(
      (name) => name.includes(needle) || words(`kit_icons.${name}`).toLowerCase().includes(needle),
    );
  }, [search, words]);
  const nameOf = useIconName();
  return (
    <div className={css['picker']}>
      <Input
        autoFocus
        allowClear
        value={search}
        placeholder={t('kit_fields.icon.search')}
        aria-label={t('kit_fields.icon.search')}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={css['grid']} role="group" aria-label={t('kit_fields.icon.choose')} onKeyDown={walk}>
        {matches.map((name) => (
          <button
            key={name}
            type="button"
            className={css['icon']}
            aria-pressed={name === value}
            aria-label={nameOf(name)}
            title={`${nameOf(name)} ${name}`}
            onClick={() => choose(name)}
          >
            <SpriteIcon name={name} />
          </button>
        ))}
      </div>
      {matches.length === 0 ? (
        <p className={css['none']} role="status">
          {t('kit_fields.icon.none')}
        </p>
      ) : null}
    </div>
  );
}

/** An icon from a grid with a search in Chinese, English or by its name. */
export function IconInput({ id, value, onChange, onBlur, disabled, label }: InputProps) {
  const t = fieldWords.useT();
  const nameOf = useIconName();
  const [isOpen, setIsOpen] = useState(false);
  const name = typeof value === 'string' ? value : '';
  const close = (): void => {
    setIsOpen(false);
    onBlur();
    document.getElementById(id)?.focus();
  };
  return (
    <div className={css['field']}>
      <Popover
        open={isOpen}
        trigger="click"
        placement="bottomLeft"
        destroyOnHidden
        onOpenChange={(open) => {
          if (!disabled) setIsOpen(open);
        }}
        content={
          <IconGrid
            value={name}
            choose={(icon) => {
              onChange(icon);
              close();
            }}
          />
        }
      >
        <Button
          id={id}
          disabled={disabled}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={[label, ...(name ? [nameOf(name)] : []), t('kit_fields.icon.choose')].join(' ')}
          icon={name ? <SpriteIcon name={name} size={16} /> : null}
        >
          {t('kit_fields.icon.choose')}
        </Button>
      </Popover>
      {name ? (
        <Button type="text" disabled={disabled} onClick={() => onChange('')}>
          {t('kit_fields.icon.remove')}
        </Button>
      ) : null}
    </div>
  );
}
