import sceneWords from 'virtual:locale/scene_editor';
import {
  emptyNode,
  emptyScript,
  renameNode,
  type NodeForm,
  type SceneForm,
  type ScriptForm,
} from '@kaike/shared/domain/ai/scene/scene-form';
import { Button } from '../../../../kit/widgets.ts';
import { LineBox } from './inputs.tsx';
import { removeAt, replaceAt, shiftItem } from './list-steps.ts';
import { NodeFields } from './node-fields.tsx';
import { SlotFields } from './slot-fields.tsx';
import css from './scene.module.css';

type Props = {
  form: SceneForm;
  change: (form: SceneForm) => void;
  /** The node that is shown; null for what stands before the nodes. */
  node: number | null;
  show: (node: number | null) => void;
  /** Nodes with faults. */
  wrong: ReadonlySet<number>;
};

const nextName = ({ nodes }: ScriptForm): string => {
  const names = new Set(nodes.map(({ id }) => id));
  let number = nodes.length + 1;
  while (names.has(`node_${number}`)) number += 1;
  return `node_${number}`;
};

function NodeEntry({
  node,
  index,
  isShown,
  isWrong,
  show,
}: {
  node: NodeForm;
  index: number;
  isShown: boolean;
  isWrong: boolean;
  show: () => void;
}) {
  const t = sceneWords.useT();
  return (
    <li>
      <button type="button" aria-current={isShown} onClick={show}>
        <strong>
          {index + 1}. {node.id}
          {isWrong ? <span className={css['wrong']}> {t('scene_editor.has_faults')}</span> : null}
        </strong>
        <span lang="en">{node.say.A1[0]?.en}</span>
      </button>
    </li>
  );
}

/** The buttons of the shown node. */
function NodeTools({ script, node, set, show }: { script: ScriptForm; node: number } & ScriptTools) {
  const t = sceneWords.useT();
  const move = (by: 1 | -1): void => {
    set({ ...script, nodes: shiftItem(script.nodes, node, by) });
    show(node + by);
  };
  return (
    <div className={css['tools']}>
      <Button size="small" disabled={node === 0} onClick={() => move(-1)}>
        {t('scene_editor.up')}
      </Button>
      <Button size="small" disabled={node === script.nodes.length - 1} onClick={() => move(1)}>
        {t('scene_editor.down')}
      </Button>
      <Button
        size="small"
        danger
        disabled={script.nodes.length <= 2}
        onClick={() => {
          set({ ...script, nodes: removeAt(script.nodes, node) });
          show(Math.max(node - 1, 0));
        }}
      >
        {t('scene_editor.remove_node')}
      </Button>
    </div>
  );
}

type ScriptTools = { set: (script: ScriptForm) => void; show: (node: number | null) => void };

/** The script: where the talk takes place, what answers contain, and its nodes, one at a time. */
export function ScriptPart({ form, change, node, show, wrong }: Props) {
  const t = sceneWords.useT();
  const { script } = form;
  const set = (next: ScriptForm | null): void => change({ ...form, script: next });
  if (!script)
    return (
      <div className={css['part']}>
        <p>{t('scene_editor.no_script')}</p>
        <Button id="script" className={css['add'] ?? ''} onClick={() => set(emptyScript())}>
          {t('scene_editor.add_script')}
        </Button>
      </div>
    );
  const current = node === null ? undefined : script.nodes[node];
  return (
    <div className={css['script']}>
      <nav aria-label={t('scene_editor.nodes')}>
        <ol className={css['nodes']}>
          <li>
            <button type="button" aria-current={!current} onClick={() => show(null)}>
              <strong>{t('scene_editor.places.intro')}</strong>
              <span>{t('scene_editor.intro_and_slots')}</span>
            </button>
          </li>
          {script.nodes.map((one, index) => (
            <NodeEntry
              key={index}
              node={one}
              index={index}
              isShown={index === node}
              isWrong={wrong.has(index)}
              show={() => show(index)}
            />
          ))}
        </ol>
        <Button
          block
          disabled={script.nodes.length >= 60}
          onClick={() => {
            set({ ...script, nodes: [...script.nodes, emptyNode(nextName(script))] });
            show(script.nodes.length);
          }}
        >
          {t('scene_editor.add_node')}
        </Button>
      </nav>
      {current && node !== null ? (
        <div className={css['part']}>
          <NodeTools script={script} node={node} set={set} show={show} />
          <NodeFields
            key={node}
            script={script}
            index={node}
            onChange={(next) => set({ ...script, nodes: replaceAt(script.nodes, node, next) })}
            rename={(id) => set(renameNode(script, node, id))}
          />
        </div>
      ) : (
        <div className={css['part']}>
          <h3>{t('scene_editor.places.intro')}</h3>
          <LineBox
            path="script.intro"
            label={t('scene_editor.places.intro')}
            line={script.intro}
            onChange={(intro) => set({ ...script, intro })}
          />
          <h3>{t('scene_editor.slots')}</h3>
          <SlotFields slots={script.slots} onChange={(slots) => set({ ...script, slots })} />
          <div className={css['tools']}>
            <Button danger onClick={() => set(null)}>
              {t('scene_editor.remove_script')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
