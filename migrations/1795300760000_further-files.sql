-- Up Migration

-- Files of a product beside its main one, such as the edition for phones and the reading edition.
alter table public.products add column other_files text[] not null default '{}';

-- As before, for each file of the product.
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
