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
