-- A text as searches compare it: without case, accents, hyphens and spaces. The same as foldText of the program, letter
-- by letter. Syllables of Hangul are whole again at the end, so that 하 does not find 한.
create function fold_text(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  -- Collation C knows small letters of ASCII alone, in every database; the others have a table.
  folded text := lower(regexp_replace(normalize(given, nfd),
    '[\u0009-\u000d \u00a0\u2000-\u200a\u3000\u2010-\u2015\u2212\u0300-\u036f-]', '', 'g') collate "C");
begin
  -- Most texts have none of these letters, and looking for them is cheaper than replacing them.
  if folded ~ '[ßẞæÆœŒþÞøØłŁđĐðÐħĦıŋŊŧŦΑ-ΩςА-Я]' then
    folded := translate(folded,
      'øØłŁđĐðÐħĦıŋŊŧŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
      'oollddddhhinnttαβγδεζηθικλμνξοπρσστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюя');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae');
    folded := replace(replace(replace(replace(folded, 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th');
  end if;
  return normalize(folded, nfc);
end $$;

-- Folded once, when it is written: these are searched while somebody types.
alter table members add column search_text text not null generated always as (fold_text(
  name || chr(31) || company_name || chr(31) || email || chr(31) || phone)) stored;

alter table reservations add column search_text text not null generated always as (fold_text(
  coalesce(visitor ->> 'company', '') || chr(31) || coalesce(visitor ->> 'name', '') || chr(31)
  || coalesce(visitor ->> 'title', '') || chr(31) || coalesce(visitor ->> 'manager_name', '') || chr(31)
  || coalesce(visitor ->> 'phone', '') || chr(31) || coalesce(member ->> 'name', '') || chr(31)
  || coalesce(member ->> 'company_name', '') || chr(31) || coalesce(member ->> 'phone', '') || chr(31)
  || coalesce(place ->> 'name', ''))) stored;
