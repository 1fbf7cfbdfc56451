-- People are searched by one or two letters as well, which have no trigram: where nobody, or hardly anybody, has these,
-- everybody was looked at. `letters_of` answers the letters of a text and every two that are neighbours (beginning with
-- the first, then with the second); a line feed parts them.
create function letters_of(text) returns text[] language sql immutable strict parallel safe
  return string_to_array($1, null)
    || string_to_array(regexp_replace($1, '(..)', E'\\1\n', 'g'), E'\n')
    || string_to_array(regexp_replace(substr($1, 2), '(..)', E'\\1\n', 'g'), E'\n');
create index users_by_letters on users using gin (letters_of(lower(name) || ' ' || email));
-- An index of what is worked out from columns is taken only where it is known what is in it.
analyze users;
