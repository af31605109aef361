import { useEffect, useMemo, useRef, useState } from 'react';
import * as cardThemes from '@kaike/shared/contracts/cards/card-themes';
import type { Glyph, Glyphs } from '@kaike/shared/domain/cards/faces/card-text';
import { call } from '../../../../api/client.ts';

/** Characters every card needs, so that typing a digit sends no request. */
const usual = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const blank: Glyph = { advance: 1000, path: '' };
const waitMs = 150;

type GlyphSet = { glyphs: ReadonlyMap<string, Glyph>; missing: Glyph };

/** The print font's outlines for these texts; loading characters are blank, and none is requested twice. */
export function useGlyphs(text: string): {
  glyphs: Glyphs;
  is_ready: boolean;
  unprintable: (text: string) => string[];
} {
  const [loaded, setLoaded] = useState<GlyphSet>({ glyphs: new Map(), missing: blank });
  const requested = useRef(new Set<string>());
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const load = async (): Promise<void> => {
      const unrequested = [...new Set(usual + text)].filter((character) => !requested.current.has(character));
      for (let at = 0; at < unrequested.length; at += cardThemes.glyphsPerRequest) {
        const part = unrequested.slice(at, at + cardThemes.glyphsPerRequest);
        const { glyphs, missing } = await call(cardThemes.listGlyphs, { query: { text: part.join('') } });
        for (const character of part) requested.current.add(character);
        setLoaded((old) => ({ glyphs: new Map([...old.glyphs, ...Object.entries(glyphs)]), missing }));
      }
      setReady(true);
    };
    const timer = setTimeout(() => void load().catch(() => undefined), requested.current.size === 0 ? 0 : waitMs); // The request reports its own error.
    return () => clearTimeout(timer);
  }, [text]);
  return useMemo(
    () => ({
      is_ready: isReady,
      glyphs: (character) =>
        loaded.glyphs.get(character) ?? (requested.current.has(character) ? loaded.missing : blank),
      unprintable: (words) =>
        [...new Set(words)].filter(
          (character) => character.trim() !== '' && requested.current.has(character) && !loaded.glyphs.has(character),
        ),
    }),
    [loaded, isReady],
  );
}
