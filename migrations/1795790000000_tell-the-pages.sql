-- Servers listen to this channel, so that their pages show a change within seconds. The payload is empty: several changes in one
-- transaction are one notification, and each server reads the whole state of the shop again. The triggers are for each row, because a
-- statement that changes nothing is told to nobody.
create function shop.tell_pages() returns trigger
	language plpgsql volatile set search_path = ''
as $$
begin
	perform pg_catalog.pg_notify('shop_state', '');
	return null;
end
$$;

create trigger products_tell_pages after insert or update on public.products for each row execute function shop.tell_pages();
create trigger review_changes_tell_pages after update on shop.review_changes for each row execute function shop.tell_pages();
create trigger claims_tell_pages after insert or update on shop.claim_confirmations for each row execute function shop.tell_pages();
create trigger prices_tell_pages after insert or update on shop.owner_prices for each row execute function shop.tell_pages();
create trigger bundles_tell_pages after insert or update on shop.bundles for each row execute function shop.tell_pages();
create trigger editions_tell_pages after insert or update on shop.editions for each row execute function shop.tell_pages();
create trigger releases_tell_pages after insert or update on shop.releases for each row execute function shop.tell_pages();
create trigger universities_tell_pages after insert or update or delete on auth.sso_providers
	for each row execute function shop.tell_pages();
create trigger university_domains_tell_pages after insert or update or delete on auth.sso_domains
	for each row execute function shop.tell_pages();
