import { Modal } from 'antd';
import { useT } from '../../app/wording.ts';
import { setKeysOpen } from './keys-state.ts';

type Section = {
  name: 'everywhere' | 'list' | 'form';
  /** What is on the page when it applies. */ where: string;
  keys: readonly (readonly [string, string])[];
};

const sections: readonly Section[] = [
  {
    name: 'everywhere',
    where: 'body',
    keys: [
      ['Ctrl / ⌘ + K', 'palette'],
      ['?', 'help'],
      ['Esc', 'close'],
      ['Tab', 'next_field'],
    ],
  },
  {
    name: 'list',
    where: '.kk-filters',
    keys: [
      ['/', 'search'],
      ['n', 'new'],
      ['j · ↓', 'down'],
      ['k · ↑', 'up'],
      ['Enter', 'open'],
      ['x · Space', 'select'],
      ['b', 'bulk'],
      ['e', 'edit'],
      ['r', 'reload'],
      ['[', 'previous_page'],
      [']', 'next_page'],
    ],
  },
  { name: 'form', where: '.kk-form', keys: [['Ctrl / ⌘ + S', 'save']] },
];

/** The keyboard shortcuts of the open page. */
export function KeysDialog() {
  const t = useT();
  const here = sections.filter(({ where }) => document.querySelector(where) !== null);
  return (
    <Modal open onCancel={() => setKeysOpen(false)} footer={null} title={t('kit.keys_title')}>
      {here.map(({ name, keys }) => (
        <section key={name} aria-label={t(`lists.keys.sections.${name}`)}>
          <h3 className="kk-keys-head">{t(`lists.keys.sections.${name}`)}</h3>
          <dl className="kk-keys">
            {keys.map(([key, word]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{t(`lists.keys.${word}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
