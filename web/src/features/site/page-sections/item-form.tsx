import type { ColumnItem } from '@kaike/shared/domain/site/column-items';
import { field, type Fields } from '@kaike/shared/kit/field';
import { FieldRow } from '../../../kit/form/field-row.tsx';
import type { ResourceWording } from '../../../kit/words/use-words.ts';

const parts = {
  item_course: 'course_id',
  item_title: 'title',
  item_text: 'text',
  item_image: 'image',
  item_url: 'url',
  item_badge: 'badge',
} as const satisfies Record<string, keyof ColumnItem>;

const inputs: Fields = {
  item_course: field.relation({ resource: 'courses', nullable: true }),
  item_title: field.text({ rules: 'max:100' }),
  item_text: field.text({ rules: 'max:200' }),
  item_image: field.image({ nullable: true }),
  item_url: field.text({ rules: 'max:500' }),
  item_badge: field.text({ rules: 'max:20' }),
};

type Props = {
  id: string;
  item: ColumnItem;
  words: ResourceWording;
  disabled: boolean;
  onChange: (part: Partial<ColumnItem>) => void;
};

/** The fields of one item; an empty field falls back to the course's value. */
export function ItemForm({ id, item, words, disabled, onChange }: Props) {
  return (
    <div className="kk-grid">
      {Object.entries(parts).map(([name, key]) => {
        const input = inputs[name];
        return input ? (
          <FieldRow
            key={name}
            id={`${id}-${name}`}
            name={name}
            label={words.field(name)}
            field={input}
            help={words.help(name)}
            value={item[key]}
            error={undefined}
            disabled={disabled}
            onChange={(value) => onChange({ [key]: value })}
            onBlur={() => undefined}
          />
        ) : null;
      })}
    </div>
  );
}
