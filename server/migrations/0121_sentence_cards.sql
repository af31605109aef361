-- The word book keeps corrected sentences, too.
alter table ai_words
  -- Of a sentence: `lemma` is how it is right, `sentence` what was said, `gloss` and `gloss_en` why.
  add column kind text not null default 'word' check (kind in ('word', 'sentence')),
  add column gloss_en text not null default '';
