-- Up Migration

-- Finds the emails that confirmed addresses within the last hour.
create index release_notices_mailed on shop.release_notices (mailed_at);

-- As before, but nobody can sign a review as the shop, or with an invisible name.
create or replace function shop.reviewer_name() returns text
	language sql stable security definer set search_path = ''
	return (
		select case
			when first_word ~ '[@:/\\<>0-9_]|\..' then 'A student'
			-- The name as it looks: in letters of normal width, and without invisible characters between them.
			when seen = '' or seen ~ 'head\W*start|admin|support|moderat|^(owner|staff|team|official|verified)\y' then 'A student'
			else left(first_word, 30)
		end
		from (
			select first_word, lower(regexp_replace(
				normalize(first_word, nfkc),
				'[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]',
				'', 'g'
			)) as seen
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
		) shown
	);
