-- Up Migration

-- Returns a name as it looks, by Unicode's list of letters that look alike. As there, I and l are one letter, and rn is an m.
create function shop.skeleton(name text) returns text
	language sql stable set search_path = ''
	return replace(replace(translate((
		select coalesce(string_agg(coalesce(c.looks_like, seen.letter), '' order by seen.n), '')
		from string_to_table(shop.name_as_it_looks(regexp_replace(name, '[\u200b\u2060-\u206f\ufeff]', '', 'g')), null) with ordinality as seen (letter, n)
		left join shop.confusables c on c.letter = seen.letter
	), 'i', 'l'), 'rn', 'm'), 'vv', 'w');

-- Returns whether a word could pass for the shop, or for a person who speaks for it.
create function shop.looks_like_the_shop(word text) returns boolean
	language sql stable set search_path = ''
	return word ~ '[@:/\\<>0-9_\U0001f130-\U0001f189\U0001f1e6-\U0001f1ff]|\..'
		or shop.count_scripts(normalize(word, nfkc)) > 1
		-- A Latin letter beside one of any script but those of East Asia.
		or normalize(word, nfkc) ~ '[A-Za-z\u00c0-\u02af\u1d00-\u1d7f\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]'
			and normalize(word, nfkc) ~ '[\u0370-\u0482\u048a-\u10ff\u1200-\u1aaf\u1b00-\u1cff\u2c00-\u2c5f\u2c80-\u2dff\ua000-\ua71f\ua800-\uab2f\uab70-\uabff\U00010000-\U0001d3ff\U0001e000-\U0001efff]'
		or shop.name_as_it_looks(word) = ''
		or shop.skeleton(word) ~ 'head\W*start|admln|support|moderat|^\W*(owner|staff|team|offlclal|verlfled|founder|ceo|edltor)\y';
revoke execute on function shop.skeleton(text), shop.looks_like_the_shop(text) from public;

create or replace function shop.reviewer_name() returns text
	language sql stable security definer set search_path = ''
	return (
		select case when shop.looks_like_the_shop(first_word) then 'A student' else left(first_word, 30) end
		from (
			select split_part(btrim(regexp_replace(
				shop.plain_text(coalesce(
					nullif(btrim(u.raw_user_meta_data ->> 'display_name'), ''), u.raw_user_meta_data ->> 'full_name', ''
				)),
				'\s+', ' ', 'g'
			)), ' ', 1) as first_word
			from auth.users u
			where u.id = auth.uid() and u.email_confirmed_at is not null and not u.is_anonymous
		) named
	);
