import { h } from './dom.mjs';

const style = `
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(160px, 1fr)); gap: 12px; }
.card { background: var(--surface); border: 1px solid var(--border); border-radius: 8px; padding: 16px; }
.card b { display: block; font-size: 26px; font-variant-numeric: tabular-nums; }
.muted { color: var(--text-2); font-size: 14px; margin: 0; }
.bars { display: flex; align-items: flex-end; gap: 2px; height: 160px; margin: 16px 0 0; padding: 0; list-style: none; border-bottom: 1px solid var(--edge); }
.bars li { flex: 1; min-height: 1px; background: var(--primary); border-radius: 2px 2px 0 0; }
`;

export async function mount(root, kaike) {
  const { t } = kaike;
  const view = h('div');
  root.append(h('style', {}, style), view);
  const { today, members, days } = await kaike.call('GET', '/overview');
  const most = Math.max(1, ...days.map(({ count }) => count));
  const number = (label, value) =>
    h('div', { class: 'card' }, h('p', { class: 'muted' }, label), h('b', {}, value.toLocaleString(kaike.locale)));
  const bar = ({ day, count }) =>
    h('li', { style: `height: ${(count / most) * 100}%`, title: `${day}: ${count}`, 'aria-label': `${day}: ${count}` });
  view.replaceChildren(
    h('div', { class: 'cards' }, number(t('today_count'), today), number(t('members'), members)),
    h(
      'div',
      { class: 'card', style: 'margin-top: 12px' },
      h('p', { class: 'muted' }, members > 0 ? t('per_day') : t('nobody')),
      members > 0 ? h('ul', { class: 'bars' }, days.map(bar)) : null,
    ),
  );
}
