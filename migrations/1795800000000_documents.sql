-- Up Migration

-- What the shop sells and says: one document for each product, for each page with texts of its own, and one for the whole site. The schemas
-- of their contents are in `src/shared/content/`. Visitors read `published`; `draft` is what somebody is working on, if it is not published yet.
create table shop.documents (
	kind text not null check (kind in ('product', 'page', 'site')),
	id text not null,
	-- Counts every change. Whoever changes the document names the version that they have read.
	version integer not null check (version > 0),
	draft jsonb,
	published jsonb,
	-- Changes with every publication, also of the same content, and is the same for no two shops.
	published_as uuid,
	-- What the newest release of the software says here; null if none does. An owner has edited the document if what is published differs
	-- from this, or if there is a draft.
	of_release jsonb,
	-- Whether the release says something new that an owner has neither taken nor refused.
	is_offered boolean not null default false,
	-- A document that has left the repository and that nobody had edited.
	withdrawn_at timestamptz,
	primary key (kind, id),
	check ((published is null) = (published_as is null)),
	check (not is_offered or of_release is not null)
);
alter table shop.documents enable row level security;
alter table shop.documents force row level security;
grant select, insert, update on shop.documents to shop_jobs;
create policy documents_jobs on shop.documents to shop_jobs using (true) with check (true);

-- Every change of a document: what it was, who made it, and the content that resulted. Nobody can change or remove one.
create table shop.document_versions (
	kind text not null,
	id text not null,
	version integer not null,
	change text not null check (change in (
		'saved', 'published', 'restored', 'from the release', 'offered by the release', 'release taken', 'release refused', 'withdrawn'
	)),
	content jsonb,
	by text not null,
	at timestamptz not null default clock_timestamp(),
	primary key (kind, id, version),
	foreign key (kind, id) references shop.documents (kind, id)
);
alter table shop.document_versions enable row level security;
alter table shop.document_versions force row level security;
grant select, insert on shop.document_versions to shop_jobs;
create policy document_versions_jobs on shop.document_versions to shop_jobs using (true) with check (true);

create trigger documents_tell_pages after insert or update on shop.documents for each row execute function shop.tell_pages();
