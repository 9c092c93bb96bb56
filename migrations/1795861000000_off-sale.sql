-- Up Migration

-- An owner takes a product off sale by the decision `offSale` (`src/server/shop/decisions.ts`). Servers that don't know it treat the product
-- as one that has left the shop: they neither list nor sell it, and its holders keep it. They may not bring it back either.
create function shop.keep_off_sale() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	if new.decisions ? 'offSale' then
		new.withdrawn_at := coalesce(new.withdrawn_at, old.withdrawn_at, clock_timestamp());
	elsif old.decisions ? 'offSale' and new.withdrawn_at = old.withdrawn_at then
		new.withdrawn_at := null;
	end if;
	return new;
end
$$;
create trigger documents_keep_off_sale before update on shop.documents for each row execute function shop.keep_off_sale();
