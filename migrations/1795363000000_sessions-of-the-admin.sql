-- A session of the shop's pages is of no use in the admin: only one that was opened there is.
alter table auth.sessions
	add column of_admin boolean not null default false,
	-- When it was last used there.
	add column admin_used_at timestamptz;

-- Who acted, if they are a member of staff. The name of one who has been removed since is in `decided_by`.
alter table shop.owner_acts
	add column staff_id uuid,
	-- What it was about, before and after. Like the details: ids, amounts and times, never an address or a secret.
	add column before jsonb,
	add column after jsonb;

-- The newest acts first, of one person or of all.
create index owner_acts_newest on shop.owner_acts (at desc, id desc);
create index owner_acts_staff on shop.owner_acts (staff_id, at desc, id desc);
