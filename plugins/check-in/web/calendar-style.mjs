/** The colours are the site's, so that the page follows its theme. */
export const style = `
.card { background: var(--surface); border: 1px solid var(--border); border-radius: var(--radius); padding: 16px; margin-bottom: 16px; }
.top { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; justify-content: space-between; }
.streak { font-size: 22px; font-weight: 600; margin: 0; }
.muted { color: var(--text-2); margin: 4px 0 0; font-size: 14px; }
.main { background: var(--primary); color: var(--on-primary); border: 0; border-radius: 999px; padding: 0 20px; min-height: 44px; cursor: pointer; }
.main:disabled { background: var(--primary-soft); color: var(--primary); cursor: default; }
.plain { background: none; border: 1px solid var(--edge); border-radius: 999px; min-height: 44px; padding: 0 16px; cursor: pointer; }
.plain:disabled { opacity: 0.4; cursor: default; }
.bar { display: flex; align-items: center; justify-content: space-between; margin-bottom: 8px; }
.bar h2, .card h2 { font-size: 17px; margin: 0; }
.step { background: none; border: 0; min-width: 44px; min-height: 44px; font-size: 20px; cursor: pointer; border-radius: 999px; }
.step:disabled { opacity: 0.3; cursor: default; }
table { width: 100%; border-collapse: separate; border-spacing: 4px; table-layout: fixed; }
th { font-weight: 400; font-size: 13px; color: var(--text-2); }
td { text-align: center; height: 42px; border-radius: 8px; font-variant-numeric: tabular-nums; }
td.day { background: var(--sunken); }
td.done { background: var(--wash); color: var(--text); font-weight: 600; position: relative; }
td.done::after { content: '✓'; position: absolute; right: 4px; bottom: 0; color: var(--mark); font-size: 13px; }
td.today { outline: 2px solid var(--primary); }
td.late { color: var(--text-2); background: none; }
.made { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
.badges { list-style: none; margin: 12px 0 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(120px, 1fr)); gap: 8px; }
.badges li { border: 1px dashed var(--edge); border-radius: 10px; padding: 12px 8px; text-align: center; color: var(--text-2); font-size: 14px; }
.badges li.on { border: 2px solid var(--mark); color: var(--mark); }
.badges span { display: block; color: var(--text); }
.badges b { display: block; font-family: var(--voice); font-size: 22px; }
`;
