-- Up Migration

-- What owners have decided about a product apart from its texts: the price in force and a planned one, the release of a product that its
-- document has as coming soon, and the edition of its file. It is kept beside what is published, so that neither a price freezes the texts
-- against the release, nor an edited text the price. `src/server/shop/content/decisions.ts` says what it contains.
alter table shop.documents add column decisions jsonb not null default '{}';
alter table shop.document_versions add column decisions jsonb not null default '{}';
-- A decision is a version without content. The server alone writes the history, and `document-rows.ts` has the list of changes.
alter table shop.document_versions drop constraint document_versions_change_check;

-- Until now these decisions were rows of `shop.owner_prices`, `shop.releases` and `shop.editions`. Servers of the release before still read
-- and write them, while the shop is upgraded and after a rollback. A later release drops the first two, and everything below.
create function shop.decisions_in_tables(product text) returns jsonb
	language sql stable set search_path = ''
as $$
	with price as (
		select starts_at, set_at, cancelled_at is not null as is_cancelled, starts_at > now() as is_planned,
			jsonb_strip_nulls(jsonb_build_object(
				'pence', price_pence, 'from', starts_at, 'by', set_by, 'cancelledBy', cancelled_by
			)) as content
		from shop.owner_prices where catalogue_id = product
	), numbered as (
		select *, row_number() over (
			partition by is_cancelled, is_planned order by starts_at desc, set_at desc
		) as place
		from price
	), former as (
		select * from numbered where is_cancelled or not is_planned and place > 1 order by starts_at desc, set_at desc limit 50
	), newest as (
		select * from shop.editions where catalogue_id = product and published_at is not null and ended_at is null
		order by published_at desc limit 1
	)
	select jsonb_strip_nulls(jsonb_build_object(
		'price', (select content from numbered where not is_cancelled and not is_planned and place = 1),
		'plannedPrice', (select content from numbered where not is_cancelled and is_planned order by starts_at limit 1),
		'formerPrices', (select jsonb_agg(content order by starts_at desc, set_at desc) from former),
		'release', (
			select jsonb_build_object('fileName', file_name, 'date', edition, 'by', released_by, 'at', released_at)
			from shop.releases where catalogue_id = product and taken_back_at is null
		),
		'edition', (
			select jsonb_build_object('file', file_name, 'sha256', sha256, 'date', edition, 'changes', changes, 'tells', tells)
			from newest where not of_catalogue
		)
	))
$$;
grant execute on function shop.decisions_in_tables(text) to shop_jobs;

-- What owners have decided so far. A document that a start of this release has not loaded yet has nothing else.
alter table shop.owner_prices no force row level security;
alter table shop.releases no force row level security;
alter table shop.editions no force row level security;
alter table shop.documents no force row level security;
alter table shop.document_versions no force row level security;
insert into shop.documents as d (kind, id, version, decisions)
	select 'product', product, 1, shop.decisions_in_tables(product)
	from (
		select catalogue_id from shop.owner_prices union select catalogue_id from shop.releases union select catalogue_id from shop.editions
	) decided (product)
	where shop.decisions_in_tables(product) <> '{}'
	on conflict (kind, id) do update set
		version = d.version + 1, decisions = excluded.decisions,
		published_as = case when d.published is not null then gen_random_uuid() end;
insert into shop.document_versions (kind, id, version, change, by, decisions)
	select kind, id, version, 'decided in the release before', 'the release before', decisions from shop.documents where decisions <> '{}';
alter table shop.owner_prices force row level security;
alter table shop.releases force row level security;
alter table shop.editions force row level security;
alter table shop.documents force row level security;
alter table shop.document_versions force row level security;

create function shop.prices_in(decided jsonb) returns table (pence integer, "from" timestamptz, by text, "cancelledBy" text)
	language sql immutable set search_path = ''
as $$
	select * from jsonb_to_recordset(jsonb_path_query_array(decided, '$[*] ? (@.type() == "object")'))
		p (pence integer, "from" timestamptz, by text, "cancelledBy" text)
$$;
grant execute on function shop.prices_in(jsonb) to shop_jobs;

-- Servers of the release before read what this one decides.
create function shop.copy_decisions() returns trigger
	language plpgsql volatile set search_path = ''
as $$
declare
	all_prices jsonb := jsonb_build_array(new.decisions -> 'price', new.decisions -> 'plannedPrice')
		|| coalesce(new.decisions -> 'formerPrices', '[]');
begin
	-- The same price may have been planned, cancelled and planned again for the same moment.
	insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by)
		select new.id, p.pence, p."from", p.by from shop.prices_in(all_prices) p
		where not exists (
			select from shop.owner_prices o where o.catalogue_id = new.id and o.price_pence = p.pence and o.starts_at = p."from"
				and (p."cancelledBy" is not null or o.cancelled_at is null)
		);
	update shop.owner_prices o set cancelled_by = p."cancelledBy", cancelled_at = clock_timestamp()
		from shop.prices_in(all_prices) p
		where o.catalogue_id = new.id and o.cancelled_at is null and p."cancelledBy" is not null
			and o.price_pence = p.pence and o.starts_at = p."from" and not exists (
				select from shop.prices_in(all_prices) l
				where l."cancelledBy" is null and l.pence = p.pence and l."from" = p."from"
			);
	if new.decisions -> 'release' is distinct from old.decisions -> 'release' then
		-- A product that is not out any more has no prices.
		if not new.decisions ? 'release' then
			update shop.owner_prices set cancelled_by = 'an owner', cancelled_at = clock_timestamp()
				where catalogue_id = new.id and cancelled_at is null;
		end if;
		update shop.releases set taken_back_by = 'an owner', taken_back_at = clock_timestamp()
			where catalogue_id = new.id and taken_back_at is null;
		insert into shop.releases (catalogue_id, file_name, edition, released_by, released_at)
			select new.id, r."fileName", r.date, r.by, r.at
			from jsonb_to_record(new.decisions -> 'release') r ("fileName" text, date text, by text, at timestamptz)
			where new.decisions ? 'release';
	end if;
	return null;
end
$$;
create trigger documents_copy_decisions after update on shop.documents for each row
	when (new.decisions is distinct from old.decisions and pg_trigger_depth() = 0)
	execute function shop.copy_decisions();

-- What servers of the release before decide becomes part of the document. The arguments are the decisions that a table contains. This
-- release says with the setting that it writes the document itself.
create function shop.follow_release_before() returns trigger
	language plpgsql volatile set search_path = ''
as $$
declare
	decided jsonb := shop.decisions_in_tables(new.catalogue_id);
begin
	decided := (
		select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(decided) where key = any (tg_argv)
	);
	with changed as (
		insert into shop.documents as d (kind, id, version, decisions) values ('product', new.catalogue_id, 1, decided)
		on conflict (kind, id) do update set
			version = d.version + 1, decisions = (d.decisions - tg_argv) || decided,
			published_as = case when d.published is not null then gen_random_uuid() end
		where d.decisions is distinct from (d.decisions - tg_argv) || decided
		returning *
	)
	insert into shop.document_versions (kind, id, version, change, by, decisions)
		select kind, id, version, 'decided in the release before', 'the release before', decisions from changed;
	return null;
end
$$;
create trigger prices_in_documents after insert or update on shop.owner_prices for each row
	when (pg_trigger_depth() = 0)
	execute function shop.follow_release_before('price', 'plannedPrice', 'formerPrices');
create trigger releases_in_documents after insert or update on shop.releases for each row
	when (pg_trigger_depth() = 0)
	execute function shop.follow_release_before('release');
create trigger editions_in_documents after insert or update on shop.editions for each row
	when (new.published_at is not null and current_setting('shop.decides', true) is distinct from 'on')
	execute function shop.follow_release_before('edition');
