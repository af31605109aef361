import sceneWords from 'virtual:locale/scene_editor';
import { emptyLine, slotKinds, type SlotForm } from '@kaike/shared/domain/ai/scene/scene-form';
import { Button } from '../../../../kit/widgets.ts';
import { LineBox, LineList, NameBox, PickBox, RemoveButton } from './inputs.tsx';
import { removeAt, replaceAt } from './list-steps.ts';
import css from './scene.module.css';

type SlotProps = {
  slot: SlotForm;
  index: number;
  usedNames: readonly string[];
  onChange: (slot: SlotForm) => void;
  remove: () => void;
};

function Slot({ slot, index, usedNames, onChange, remove }: SlotProps) {
  const t = sceneWords.useT();
  const path = `script.slots[${index}]`;
  const label = t('scene_editor.places.slot', { number: index + 1 });
  return (
    <fieldset className={css['group']}>
      <legend>
        {label} <RemoveButton what={label} remove={remove} />
      </legend>
      <div className={css['pair']}>
        <NameBox
          path={`${path}.name`}
          label={t('scene_editor.slot.name')}
          value={slot.name}
          usedNames={usedNames}
          rename={(name) => onChange({ ...slot, name })}
        />
        <PickBox
          path={`${path}.kind`}
          label={t('scene_editor.slot.kind')}
          value={slot.kind}
          options={slotKinds.map((kind) => ({ value: kind, label: t(`scene_editor.slot.kinds.${kind}`) }))}
          onChange={(next) => onChange({ ...slot, kind: slotKinds.find((kind) => kind === next) ?? slot.kind })}
        />
      </div>
      {slot.kind === 'choice' ? (
        <>
          <LineList
            path={`${path}.values`}
            label={t('scene_editor.slot.values')}
            lines={slot.values}
            onChange={(values) => onChange({ ...slot, values })}
          />
          <p className="kk-muted">{t('scene_editor.slot.values_help')}</p>
        </>
      ) : null}
      <div className={css['box']}>
        <span>{t('scene_editor.slot.otherwise')}</span>
        <LineBox
          path={`${path}.otherwise`}
          label={t('scene_editor.slot.otherwise')}
          line={slot.otherwise}
          onChange={(otherwise) => onChange({ ...slot, otherwise })}
        />
      </div>
    </fieldset>
  );
}

/** What answers may contain and later lines repeat. */
export function SlotFields({ slots, onChange }: { slots: readonly SlotForm[]; onChange: (slots: SlotForm[]) => void }) {
  const t = sceneWords.useT();
  return (
    <div className={css['part']}>
      <p className="kk-muted">{t('scene_editor.slot.help')}</p>
      {slots.map((slot, index) => (
        <Slot
          key={index}
          slot={slot}
          index={index}
          usedNames={removeAt(slots, index).map(({ name }) => name)}
          onChange={(next) => onChange(replaceAt(slots, index, next))}
          remove={() => onChange(removeAt(slots, index))}
        />
      ))}
      <Button
        id="script.slots"
        className={css['add'] ?? ''}
        onClick={() => onChange([...slots, { name: '', kind: 'choice', values: [emptyLine], otherwise: emptyLine }])}
      >
        {t('scene_editor.add_slot')}
      </Button>
    </div>
  );
}
