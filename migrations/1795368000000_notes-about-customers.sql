-- Up Migration

-- What members of the admin write about a customer, for each other. Part of what the shop stores about the customer: it goes with the
-- account.
create table shop.customer_notes (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users (id) on delete cascade,
	body text not null check (char_length(body) between 1 and 2000),
	written_by text not null,
	written_at timestamptz not null default now()
);
create index customer_notes_user on shop.customer_notes (user_id, written_at desc);
alter table shop.customer_notes enable row level security;
alter table shop.customer_notes force row level security;
grant select, insert, delete on shop.customer_notes to shop_jobs;
create policy customer_notes_jobs on shop.customer_notes to shop_jobs using (true) with check (true);

-- Search by the beginning of an address or of a name. No extension is needed for these.
create index users_email_beginning on auth.users (email text_pattern_ops);
create index users_name_beginning on auth.users (
	lower(coalesce(raw_user_meta_data ->> 'display_name', raw_user_meta_data ->> 'full_name')) text_pattern_ops
);
