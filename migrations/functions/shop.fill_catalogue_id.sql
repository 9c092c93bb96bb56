create or replace function shop.fill_catalogue_id() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	if new.catalogue_id is null then
		-- An unknown product gets no id at all and is refused by the policy, as any other that may not be taken.
		select p.id into new.catalogue_id from public.products p
			where p.product_id = new.product_id and not p.withdrawn;
		new.catalogue_id := coalesce(new.catalogue_id, '');
	end if;
	return new;
end
$$;
