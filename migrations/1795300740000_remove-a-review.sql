-- Up Migration

-- A writer may remove a review, with its versions, the answer and the owner's decisions about it. A hidden one stays: otherwise it could
-- be written again as if nothing had been decided.
grant delete on public.reviews to authenticated;
create policy reviews_remove on public.reviews for delete to authenticated
	using (user_id = (select auth.uid()) and hidden_at is null);
-- The owner of the shop can erase any review, if its writer asks (docs/operating.md).
create policy reviews_erase on public.reviews for delete to current_user using (true);
create policy reviews_find on public.reviews for select to current_user using (true);

-- A user who has removed a review is not asked for one. The user is gone if the account has been deleted.
create policy review_requests_owner on shop.review_requests for insert to current_user with check (true);
create function shop.remember_removed_review() returns trigger
	language plpgsql security definer set search_path = ''
as $$
begin
	insert into shop.review_requests (user_id, catalogue_id, asked_at)
		select u.id, old.catalogue_id, now() from auth.users u where u.id = old.user_id
		on conflict do nothing;
	return null;
end
$$;
create trigger reviews_removed after delete on public.reviews
	for each row execute function shop.remember_removed_review();

-- Counts the changes of reviews, so that a server can tell from one row whether its pages are up to date. Counts by row rather than by
-- statement: every sale and refund runs a statement on the reviews, most of which change none.
create table shop.review_changes (
	one boolean primary key default true check (one),
	count bigint not null
);
insert into shop.review_changes (count) values (0);
alter table shop.review_changes enable row level security;
alter table shop.review_changes force row level security;
grant select on shop.review_changes to shop_jobs;
create policy review_changes_jobs on shop.review_changes for select to shop_jobs using (true);
create policy review_changes_owner on shop.review_changes to current_user using (true) with check (true);
create function shop.count_review_change() returns trigger
	language plpgsql security definer set search_path = ''
as $$
begin
	update shop.review_changes set count = count + 1;
	return null;
end
$$;
-- Its name sorts after those of the triggers that publish and hide, so it runs after them.
create trigger reviews_zz_changed after insert or update or delete on public.reviews
	for each row execute function shop.count_review_change();
