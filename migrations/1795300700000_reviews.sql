-- Up Migration

-- The reviews of guides by their owners. Only its writer reads a row here; everyone else reads `published_reviews`, which has no user. A
-- review is deleted with its account, because it is the user's own text and name.
create table public.reviews (
	id uuid primary key default gen_random_uuid(),
	-- The order of writing, for paging.
	serial bigint generated always as identity unique,
	user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
	catalogue_id text not null references public.products (id),
	rating smallint not null check (rating between 1 and 5),
	body text not null default '' check (char_length(body) <= 1000),
	-- The first name at the time of writing.
	author_name text not null check (char_length(author_name) between 1 and 40),
	acquired text not null check (acquired in ('bought', 'free')),
	-- Whether the payment has been refunded since. The review stays.
	refunded boolean not null default false,
	created_at timestamptz not null default now(),
	edited_at timestamptz,
	-- The owner's answer.
	answer text check (char_length(answer) between 1 and 1000),
	answered_at timestamptz,
	hidden_at timestamptz,
	hidden_reason text check (hidden_reason in ('unlawful', 'personal data', 'advert', 'not about the guide')),
	check ((answer is null) = (answered_at is null)),
	check ((hidden_at is null) = (hidden_reason is null)),
	unique (user_id, catalogue_id)
);
create index reviews_guide on public.reviews (catalogue_id);

alter table public.reviews enable row level security;
alter table public.reviews force row level security;
grant select on public.reviews to authenticated;
grant insert (user_id, catalogue_id, rating, body) on public.reviews to authenticated;
grant update (rating, body) on public.reviews to authenticated;
grant select on public.reviews to shop_jobs;
grant update (refunded, answer, answered_at, hidden_at, hidden_reason) on public.reviews to shop_jobs;
create policy reviews_read_own on public.reviews for select to authenticated using (user_id = (select auth.uid()));
create policy reviews_write on public.reviews for insert to authenticated with check (
	user_id = (select auth.uid())
	and exists (
		select from public.purchases p
		where p.user_id = reviews.user_id and p.catalogue_id = reviews.catalogue_id and p.status = 'completed'
	)
);
create policy reviews_edit on public.reviews for update to authenticated
	using (user_id = (select auth.uid()))
	with check (
		user_id = (select auth.uid())
		and exists (
			select from public.purchases p
			where p.user_id = reviews.user_id and p.catalogue_id = reviews.catalogue_id and p.status = 'completed'
		)
	);
create policy reviews_jobs_read on public.reviews for select to shop_jobs using (true);
create policy reviews_jobs_update on public.reviews for update to shop_jobs using (true) with check (true);

-- Every version of a review. Nobody may change or remove a version, but all of them are deleted with the review.
create table public.review_versions (
	id bigint generated always as identity primary key,
	review_id uuid not null references public.reviews (id) on delete cascade,
	user_id uuid not null references auth.users (id) on delete cascade,
	rating smallint not null,
	body text not null,
	written_at timestamptz not null default now()
);
create index review_versions_review on public.review_versions (review_id);
create index review_versions_user on public.review_versions (user_id);
alter table public.review_versions enable row level security;
alter table public.review_versions force row level security;
grant select on public.review_versions to authenticated, shop_jobs;
create policy review_versions_read_own on public.review_versions for select to authenticated using (user_id = (select auth.uid()));
create policy review_versions_jobs on public.review_versions for select to shop_jobs using (true);
create policy review_versions_owner on public.review_versions for insert to current_user with check (true);

-- The part of a review that anyone may read. A hidden one has no row here.
create table public.published_reviews (
	id uuid primary key references public.reviews (id) on delete cascade,
	serial bigint not null,
	catalogue_id text not null references public.products (id),
	rating smallint not null,
	body text not null,
	author_name text not null,
	acquired text not null,
	refunded boolean not null,
	-- Such as 2026-11: the exact time could show which purchase it was.
	month text not null,
	edited boolean not null,
	answer text
);
create unique index published_reviews_guide on public.published_reviews (catalogue_id, serial desc);
alter table public.published_reviews enable row level security;
alter table public.published_reviews force row level security;
grant select on public.published_reviews to anon, authenticated, shop_jobs;
create policy published_reviews_read on public.published_reviews for select to anon, authenticated, shop_jobs using (true);
create policy published_reviews_owner on public.published_reviews to current_user using (true) with check (true);

-- Returns a text without control characters, without characters that change the direction of what follows, and without stacked accents.
create function shop.plain_text(written text) returns text
	language sql immutable set search_path = ''
	return btrim(
		regexp_replace(regexp_replace(regexp_replace(regexp_replace(
			written,
			'\r\n?', E'\n', 'g'),
			'[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]', ' ', 'g'),
			'([\u0300-\u036f]{3})[\u0300-\u036f]+', '\1', 'g'),
			'\n\s*\n\s*', E'\n\n', 'g'),
		E' \n'
	);
grant execute on function shop.plain_text(text) to authenticated, shop_jobs;

-- Returns the caller's first name for a review; null for an account without a confirmed address. Never the address or a part of it.
create function shop.reviewer_name() returns text
	language sql stable security definer set search_path = ''
	return (
		select case
			when first_word ~ '[@:/\\<>0-9_]|\..' or first_word = '' then 'A student'
			else left(first_word, 30)
		end
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
grant execute on function shop.reviewer_name() to authenticated;

create function shop.prepare_review() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	if tg_op = 'UPDATE' and new.rating = old.rating and new.body = old.body then
		return new;
	end if;
	new.body := shop.plain_text(new.body);
	if tg_op = 'UPDATE' then
		new.edited_at := now();
		return new;
	end if;
	new.author_name := shop.reviewer_name();
	if new.author_name is null then
		raise exception 'a review needs an account with a confirmed address' using errcode = '42501';
	end if;
	-- Locks the purchase, so that a concurrent refund is either seen here or sees the review. Without a purchase the policy refuses.
	select case when p.price > 0 then 'bought' else 'free' end into new.acquired
		from public.purchases p
		where p.user_id = auth.uid() and p.catalogue_id = new.catalogue_id and p.status = 'completed'
		for share;
	return new;
end
$$;
create trigger reviews_prepare before insert or update on public.reviews
	for each row execute function shop.prepare_review();

-- Stores the version, and updates what anyone may read.
create function shop.publish_review() returns trigger
	language plpgsql security definer set search_path = ''
as $$
begin
	if tg_op = 'INSERT' or new.rating <> old.rating or new.body <> old.body then
		insert into public.review_versions (review_id, user_id, rating, body) values (new.id, new.user_id, new.rating, new.body);
	end if;
	delete from public.published_reviews where id = new.id;
	if new.hidden_at is null then
		insert into public.published_reviews
			(id, serial, catalogue_id, rating, body, author_name, acquired, refunded, month, edited, answer)
		values (
			new.id, new.serial, new.catalogue_id, new.rating, new.body, new.author_name, new.acquired, new.refunded,
			to_char(new.created_at at time zone 'Europe/London', 'YYYY-MM'), new.edited_at is not null, new.answer
		);
	end if;
	return null;
end
$$;
create trigger reviews_publish after insert or update on public.reviews
	for each row execute function shop.publish_review();

-- A refund marks the review. Buying the guide again removes the mark.
create function shop.mark_review_refunded() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	update public.reviews r set refunded = new.status = 'refunded'
		where r.user_id = new.user_id and r.catalogue_id = new.catalogue_id
			and r.refunded <> (new.status = 'refunded')
			and (new.status = 'completed' or not exists (
				select from public.purchases p
				where p.user_id = r.user_id and p.catalogue_id = r.catalogue_id and p.status = 'completed'
			));
	return null;
end
$$;
create trigger purchases_mark_review after update on public.purchases
	for each row when (new.status is distinct from old.status and new.status in ('completed', 'refunded'))
	execute function shop.mark_review_refunded();

-- The owner's decisions about reviews, each with the name of the person who made it.
create table shop.review_decisions (
	id bigint generated always as identity primary key,
	review_id uuid not null references public.reviews (id) on delete cascade,
	decision text not null check (decision in ('answered', 'hidden', 'shown')),
	-- The answer, or the reason for hiding.
	said text,
	decided_by text not null,
	at timestamptz not null default now()
);
create index review_decisions_review on shop.review_decisions (review_id);
alter table shop.review_decisions enable row level security;
alter table shop.review_decisions force row level security;
grant select, insert on shop.review_decisions to shop_jobs;
create policy review_decisions_jobs on shop.review_decisions to shop_jobs using (true) with check (true);

-- The requests for reviews that were sent, at most one for each user and guide. The token is for the link that stops these emails.
create table shop.review_requests (
	user_id uuid not null references auth.users (id) on delete cascade,
	catalogue_id text not null references public.products (id),
	token uuid not null unique default gen_random_uuid(),
	asked_at timestamptz not null,
	mailed_at timestamptz,
	primary key (user_id, catalogue_id)
);
create index review_requests_guide on shop.review_requests (catalogue_id);
alter table shop.review_requests enable row level security;
alter table shop.review_requests force row level security;
grant select, insert, update on shop.review_requests to shop_jobs;
create policy review_requests_jobs on shop.review_requests to shop_jobs using (true) with check (true);

-- Finds the guides that users have had for a week.
create index purchase_history_completed on shop.purchase_history (at) where to_status = 'completed';
