import designWords from 'virtual:locale/card_design';
import { Modal, Button } from '../../../../../kit/widgets.ts';
import type { CardElement, CardLayout } from '@kaike/shared/domain/cards/faces/card-layout';
import type { LayoutProblem } from '@kaike/shared/domain/cards/faces/card-layout-check';
import css from '../../card-design.module.css';

/** Problems that prevent saving, each with a link to its element. Below the card, which must not shift during editing. */
export function ErrorList({
  problems,
  layout,
  nameOf,
  open,
}: {
  problems: readonly LayoutProblem[];
  layout: CardLayout;
  nameOf: (element: CardElement) => string;
  open: (element: CardElement) => void;
}) {
  const t = designWords.useT();
  const errors = problems.filter((problem) => problem.is_error);
  if (errors.length === 0) return null;
  return (
    <div className={css['errors']} role="status">
      <strong>{t('card_design.has_errors', { count: errors.length })}</strong>
      <ul className={css['problems']}>
        {errors.map(({ code, element: id }) => {
          const element = layout.elements.find((one) => one.id === id);
          const text = t(`card_design.problems.${code}`);
          return (
            <li key={`${code}-${id ?? ''}`}>
              {element ? (
                <button type="button" onClick={() => open(element)}>
                  {t('card_design.problem_of', {
                    name: nameOf(element),
                    side: t(`card_design.sides.${element.side}`),
                    problem: text,
                  })}
                </button>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** What is wrong, in words; errors first. */
export function ProblemList({ problems, missing }: { problems: readonly LayoutProblem[]; missing: readonly string[] }) {
  const t = designWords.useT();
  if (problems.length === 0 && missing.length === 0) return null;
  return (
    <ul className={css['problems']}>
      {problems
        .toSorted((a, b) => Number(b.is_error) - Number(a.is_error))
        .map(({ code, element, is_error }) => (
          <li key={`${code}-${element ?? ''}`} className={css[is_error ? 'error' : 'warning']}>
            {t(`card_design.problems.${code}`)}
          </li>
        ))}
      {missing.length > 0 ? (
        <li className={css['warning']}>{t('card_design.unprintable', { characters: missing.join(' ') })}</li>
      ) : null}
    </ul>
  );
}

/** Someone else saved the same theme in the meantime. */
export function StaleDesign({ open, settle }: { open: boolean; settle: (side: 'mine' | 'theirs') => void }) {
  const t = designWords.useT();
  return (
    <Modal
      open={open}
      title={t('kit.stale_title')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        <Button key="theirs" onClick={() => settle('theirs')}>
          {t('kit.use_theirs')}
        </Button>,
        <Button key="mine" type="primary" onClick={() => settle('mine')}>
          {t('kit.use_mine')}
        </Button>,
      ]}
    >
      <p>{t('card_design.stale')}</p>
    </Modal>
  );
}
