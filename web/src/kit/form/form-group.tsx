import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ResourceWording } from '../words/use-words.ts';

type Props = {
  words: ResourceWording;
  group: string;
  /** Starts as one line that names the fields inside. */
  folded: boolean;
  /** The fields inside that can be filled in. */
  keys: readonly string[];
  errors: Readonly<Record<string, string | undefined>>;
  /** Something inside is filled in already. */
  isUsed: boolean;
  children: ReactNode;
};

/** A group of a form's fields. A folded one opens for what a check refuses, or what is filled in. */
export function FormGroup({ folded, ...props }: Props) {
  return folded ? <FoldedGroup {...props} /> : <OpenGroup {...props} />;
}

function OpenGroup({ words, group, children }: Omit<Props, 'folded'>) {
  return (
    <fieldset className="kk-group">
      <legend>{words.group(group)}</legend>
      {children}
    </fieldset>
  );
}

function FoldedGroup({ words, group, keys, errors, isUsed, children }: Omit<Props, 'folded'>) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(isUsed);
  const refused = keys.find((key) => errors[key]);
  // A field that is not shown cannot take the focus when it is refused.
  useEffect(() => {
    if (!refused || !details.current || details.current.open) return;
    details.current.open = true;
    document.getElementById(`field-${refused}`)?.focus();
  }, [refused]);
  return (
    <details
      ref={details}
      className="kk-group kk-folded"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        {words.group(group)}
        {isOpen ? null : (
          <span className="kk-muted">{keys.map(words.field).join(words.t('common.list_separator'))}</span>
        )}
      </summary>
      {children}
    </details>
  );
}
