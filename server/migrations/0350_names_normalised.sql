-- Names of persons as `normalizePersonName` stores them: no blanks between Chinese letters, one dot, narrow letters. None of them is unique.
create function normalised_name(name text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      btrim(normalize(translate(regexp_replace(name, '[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]', '', 'g'),
        '‘’‛`´＇', ''''''''''''''), NFKC)),
      '([⺀-〇㐀-䶿一-鿿豈-﫿𠀀-𳎯])\s*[·•‧∙⋅・.]+\s*(?=[⺀-〇㐀-䶿一-鿿豈-﫿𠀀-𳎯])', '\1·', 'g'),
      '(\w)\s*[·•‧∙⋅・]+\s*(?=[[:alpha:]])', '\1·', 'g'),
      '([⺀-〇㐀-䶿一-鿿豈-﫿𠀀-𳎯])\s+(?=[⺀-〇㐀-䶿一-鿿豈-﫿𠀀-𳎯])', '\1', 'g'),
      '\s+', ' ', 'g')
$$;
update users set name = normalised_name(name) where name ~ '[^a-zA-Z一-鿿]' and normalised_name(name) <> name and normalised_name(name) <> '';
update members set real_name = normalised_name(real_name) where real_name ~ '[^a-zA-Z一-鿿]' and normalised_name(real_name) <> real_name;
update real_name_reviews set real_name = normalised_name(real_name) where real_name ~ '[^a-zA-Z一-鿿]' and normalised_name(real_name) <> real_name;
update teachers set name = normalised_name(name) where name ~ '[^a-zA-Z一-鿿]' and normalised_name(name) <> name and normalised_name(name) <> '';
update agencies set contact_name = normalised_name(contact_name) where contact_name ~ '[^a-zA-Z一-鿿]' and normalised_name(contact_name) <> contact_name;
drop function normalised_name(text);
