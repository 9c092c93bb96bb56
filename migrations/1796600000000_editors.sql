-- Up Migration

-- An editor writes the words of the shop, and asks an owner to publish them.
alter table auth.staff
	drop constraint staff_role_check,
	add constraint staff_role_check check (role in ('owner', 'helper', 'editor', 'accountant'));
alter table auth.staff_links
	drop constraint staff_links_role_check,
	add constraint staff_links_role_check check (role in ('owner', 'helper', 'editor', 'accountant'));
