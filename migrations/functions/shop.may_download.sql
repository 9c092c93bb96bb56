-- Whether somebody may have a file of a product: any of its files, if it is free and offered or theirs.
create or replace function shop.may_download(person uuid, file_name text) returns boolean
	language sql stable set search_path = ''
	return exists (
		select from public.products p
		where (p.file_name = may_download.file_name or may_download.file_name = any (p.other_files))
			and not p.coming_soon
			and ((p.is_free and not p.withdrawn) or exists (
				select from public.purchases u
				where u.catalogue_id = p.id and u.user_id = may_download.person and u.status = 'completed'
			))
	);
