-- Refuses a guide that has been taken back or off sale while its insert waited. A payment that arrives for one is delivered.
create or replace function shop.require_still_offered() returns trigger
	language plpgsql volatile set search_path = ''
as $$
begin
	if exists (
		select from public.products p where p.id = new.catalogue_id and (p.coming_soon or p.is_free and p.withdrawn)
	) then
		raise exception 'this guide is not out' using errcode = '42501';
	end if;
	return null;
end
$$;
