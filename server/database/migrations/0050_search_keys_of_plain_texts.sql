-- A text that normalizing leaves as it is gets its search key without it. Almost every text is one, and normalizing was two
-- thirds of the work: the log of administrators makes a thousand keys for each word that is searched there.
-- Compatible from 0025: each text has the key that it had.

create or replace function search_key(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  -- Of ASCII, whole syllables of Hangul and the middle dot alone: no form of Unicode has other letters for these.
  is_plain constant boolean := given !~ '[^\u0001-\u007f\u00b7가-힣]';
  -- Collation C knows small letters of ASCII alone, in every database; the others have a table.
  key text := lower(regexp_replace(case when is_plain then given else normalize(given, nfd) end,
    '[\u0009-\u000d \u00a0\u2000-\u200a\u3000\u2010-\u2015\u2212\u0300-\u036f-]', '', 'g') collate "C");
begin
  if is_plain then
    return key;
  end if;
  -- Most texts have none of these letters, and looking for them is cheaper than replacing them.
  if key ~ '[ßẞæÆœŒþÞøØłŁđĐðÐħĦıŋŊŧŦΑ-ΩςА-Я]' then
    key := translate(key,
      'øØłŁđĐðÐħĦıŋŊŧŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
      'oollddddhhinnttαβγδεζηθικλμνξοπρσστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюя');
    key := replace(replace(replace(replace(key, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae');
    key := replace(replace(replace(replace(key, 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th');
  end if;
  return normalize(key, nfc);
end $$;
