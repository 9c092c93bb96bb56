-- Up Migration

-- The policy of an insert reads the product before the insert waits for a release that is being taken back. So it is checked again
-- afterwards, or a user would own a product without a file. The trigger's name must sort after that of the foreign key, because it is the
-- check of the foreign key that waits; each query of a volatile function then sees what has been committed meanwhile. A paid purchase is
-- inserted before its payment and delivered by an update. The guides of a bundle are delivered with it.
create function shop.require_still_offered() returns trigger
	language plpgsql volatile set search_path = ''
as $$
begin
	if exists (select from public.products p where p.id = new.catalogue_id and p.coming_soon) then
		raise exception 'this guide is not out' using errcode = '42501';
	end if;
	return null;
end
$$;
create trigger purchases_still_offered after insert on public.purchases
	for each row when (new.status = 'completed' and new.part_of is null)
	execute function shop.require_still_offered();
