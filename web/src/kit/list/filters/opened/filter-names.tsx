import type { ResourceWording } from '../../../words/use-words.ts';
import { Popover } from './popover.tsx';
import type { NamedField } from '../list-filters.ts';

type Props = {
  rest: readonly NamedField[];
  words: ResourceWording;
  pick: (name: string) => void;
  close: (how: { returns: boolean }) => void;
};

/** The names of filters that are no chips yet, in a box under “+ filter”. */
export function FilterNames({ rest, words, pick, close }: Props) {
  return (
    <Popover label={words.t('kit.filters_more')} close={close}>
      <div className="kk-ticks">
        {rest.map(([name]) => (
          <button key={name} type="button" onClick={() => pick(name)}>
            {words.field(name)}
          </button>
        ))}
      </div>
    </Popover>
  );
}
