import { useEffect, useMemo } from 'react';

/** Plays back what the learner said; it lives in the page only. */
export function OwnSound({ sound, label }: { sound: Blob; label: string }) {
  const url = useMemo(() => URL.createObjectURL(sound), [sound]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody wrote down what the learner just said
  return <audio controls src={url} aria-label={label} />;
}
