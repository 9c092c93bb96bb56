create or replace function shop.remember_removed_review() returns trigger
	language plpgsql security definer set search_path = ''
as $$
begin
	insert into shop.outbox (list, user_id, about, queued_at)
		select 'reviews', u.id, old.catalogue_id, now() from auth.users u where u.id = old.user_id
		on conflict do nothing;
	return null;
end
$$;
