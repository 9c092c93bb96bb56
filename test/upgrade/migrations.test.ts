import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listMigrations, migrateDatabase } from '#server/platform/db/migrate.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import released from '../../deploy/released.json' with { type: 'json' }
import packageJson from '../../package.json' with { type: 'json' }
import { type Part, schemaOf } from './schema-of.ts'
import { whatBreaks } from './what-breaks.ts'

// When a new release starts, it migrates the database while servers of the last release are still using it.

let database: EmptyDatabase
let owner: pg.Client
let atRelease: Part[]
let latest: Part[]

beforeAll(async () => {
	database = await createEmptyDatabase(inject('databaseUrl'))
	owner = new pg.Client({ connectionString: database.ownerUrl })
	await owner.connect()
	const migrate = (upTo: object) =>
		migrateDatabase({
			ownerUrl: database.ownerUrl,
			apiUrl: undefined,
			jobsUrl: undefined,
			log: () => {},
			...upTo,
		})
	await migrate({ upTo: released.lastMigration })
	atRelease = await schemaOf(owner)
	// Servers may start at the same time.
	await Promise.all([migrate({}), migrate({})])
	latest = await schemaOf(owner)
})
afterAll(async () => {
	await owner.end()
	await database.drop()
})

const migrationsFolder = new URL('../../migrations/', import.meta.url)
const contract = /^-- Contract: (\w+ .+?) \(unused since (\d+\.\d+\.\d+)\)$/gm

/** Reads the `-- Contract:` comments of migrations: the part that a migration takes away, and the first release that no longer used it. */
function readContracts(migrations: readonly string[]): { part: string; unusedSince: string }[] {
	return migrations.flatMap((text) =>
		[...text.matchAll(contract)].map(([, part = '', unusedSince = '']) => ({ part, unusedSince })),
	)
}

function isReleased(version: string): boolean {
	return version.localeCompare(released.version, 'en', { numeric: true }) <= 0
}

test('servers of the last release work with all later migrations', async () => {
	const migrations = await listMigrations()
	const newer = migrations.slice(migrations.indexOf(released.lastMigration) + 1)
	const files = readdirSync(migrationsFolder).filter((file) => newer.includes(file.replace(/\.\w+$/, '')))
	const contracts = readContracts(files.map((file) => readFileSync(new URL(file, migrationsFolder), 'utf8')))
	expect(contracts.filter(({ unusedSince }) => !isReleased(unusedSince))).toEqual([])
	const marked = new Set(contracts.map(({ part }) => part))
	expect(whatBreaks(atRelease, latest).filter(({ part }) => !marked.has(part))).toEqual([])
})

test('the last release is that of package.json, and every later migration has a larger number', async () => {
	expect(released.version).toBe(packageJson.version)
	expect((await listMigrations()).indexOf(released.lastMigration) + 1).toBe(released.migrations)
})

test('an index that is built without a lock is valid, even if two servers migrate at the same time', async () => {
	const index = await owner.query(
		`select indisvalid from pg_index where indexrelid in ('auth.users_parts'::regclass, 'auth.users_folded_names'::regclass)`,
	)
	expect(index.rows).toEqual([{ indisvalid: true }, { indisvalid: true }])
})

test('a migration may remove only what the last release no longer uses', () => {
	const text = '-- Contract: column shop.disputes.reason (unused since 0.0.9)\nalter table …'
	expect(readContracts([text])).toEqual([{ part: 'column shop.disputes.reason', unusedSince: '0.0.9' }])
	expect([isReleased('0.0.9'), isReleased(released.version), isReleased('99.0.0')]).toEqual([
		true,
		true,
		false,
	])
})

/** Returns what a migration with these statements would break. */
async function breaksOf(statements: string): Promise<string[]> {
	await owner.query('begin')
	try {
		await owner.query(statements)
		return whatBreaks(latest, await schemaOf(owner)).map(({ part, reason }) => `${part} ${reason}`)
	} finally {
		await owner.query('rollback')
	}
}

beforeAll(async () => {
	// One part of each kind, which the statements below change.
	await owner.query(`
		create table shop.boxes (
			id bigint primary key,
			name text not null default '',
			size integer,
			colour text check (colour in ('red', 'green')),
			owner_id uuid,
			unique (name, size)
		);
		create unique index boxes_owner on shop.boxes (owner_id);
		alter table shop.boxes enable row level security;
		create policy boxes_read on shop.boxes for select to authenticated using (true);
		grant select, delete on shop.boxes to authenticated;
		grant update (name) on shop.boxes to authenticated;
		create table shop.lids (id bigint);
		create view shop.red_boxes as select id, name from shop.boxes where colour = 'red';
		create function shop.count_boxes(minimum integer) returns bigint language sql as 'select 0::bigint';
		grant execute on function shop.count_boxes to authenticated;
		create function shop.touch_box() returns trigger language plpgsql as 'begin return new; end';
		create trigger touch before insert on shop.boxes for each row execute function shop.touch_box();`)
	latest = await schemaOf(owner)
})

test.each([
	['alter table shop.boxes drop column size', /^column shop.boxes.size is gone$/],
	[
		'alter function realtime.read_row rename to read_one',
		/^function realtime.read_row\(text,text\) is gone$/,
	],
	['alter table shop.boxes rename column size to width', /^column shop.boxes.size is gone$/],
	['drop table shop.lids', /^table shop.lids is gone$/],
	['alter table shop.lids rename to covers', /^table shop.lids is gone$/],
	['drop view shop.red_boxes', /^table shop.red_boxes is gone$/],
	['alter table shop.boxes alter column size type bigint', /^column shop.boxes.size was integer, is bigint$/],
	[
		'alter table shop.boxes alter column size set not null',
		/^column shop.boxes.size must not be null any more$/,
	],
	[
		'alter table shop.boxes alter column name drop default',
		/^column shop.boxes.name has no default any more$/,
	],
	[
		'alter table shop.boxes add column weight integer not null',
		/^column shop.boxes.weight is new, must not be null/,
	],
	['drop function shop.count_boxes', /^function shop.count_boxes\(integer\) is gone$/],
	[
		`drop function shop.count_boxes; create function shop.count_boxes(minimum integer) returns text language sql as 'select 1';
			grant execute on function shop.count_boxes to authenticated`,
		/^function shop.count_boxes\(integer\) was bigint, is text$/,
	],
	[
		'alter table shop.boxes add check (size > 0) not valid',
		/^constraint boxes_size_check .* is new on columns/,
	],
	[
		'alter table shop.lids add foreign key (id) references shop.boxes',
		/^constraint lids_id_fkey .* is new on columns/,
	],
	['create unique index boxes_size on shop.boxes (size)', /^constraint shop.boxes_size .* is new on columns/],
	[
		`alter table shop.boxes drop constraint boxes_colour_check, add constraint boxes_colour_check check (colour in ('red'))`,
		/^constraint boxes_colour_check .* was CHECK .* is CHECK/,
	],
	[
		'alter table shop.boxes drop constraint boxes_name_size_key',
		/^constraint boxes_name_size_key on shop.boxes is gone$/,
	],
	['drop index shop.boxes_owner', /^constraint shop.boxes_owner on shop.boxes is gone$/],
	[
		'revoke delete on shop.boxes from authenticated',
		/^grant delete on shop.boxes to authenticated is revoked$/,
	],
	[
		'revoke update (name) on shop.boxes from authenticated',
		/^grant update on shop.boxes.name to authenticated is revoked$/,
	],
	[
		'revoke execute on function shop.count_boxes from authenticated',
		/^grant execute on shop.count_boxes\(integer\) to/,
	],
	['drop policy boxes_read on shop.boxes', /^policy boxes_read on shop.boxes is gone$/],
	['alter policy boxes_read on shop.boxes using (size > 3)', /^policy boxes_read on shop.boxes was .* is /],
	['drop trigger touch on shop.boxes', /^trigger touch on shop.boxes is gone$/],
	['alter table shop.lids enable row level security', /^table shop.lids was r, is r, row level security$/],
])('finds that “%s” breaks servers of the last release', async (statements, expected) => {
	expect(await breaksOf(statements)).toEqual([expect.stringMatching(expected)])
})

test.each([
	'create table shop.labels (id bigint primary key, box bigint references shop.boxes, name text not null)',
	'alter table shop.boxes add column weight integer',
	"alter table shop.boxes add column state text not null default 'new' check (state in ('new', 'old'))",
	'alter table shop.boxes alter column name drop not null',
	`alter table shop.boxes drop constraint boxes_colour_check, add constraint boxes_any_colour check (colour in ('red', 'green', 'blue'))`,
	'alter table shop.boxes drop constraint boxes_colour_check',
	'create index on shop.boxes (size)',
	'grant insert on shop.boxes to authenticated',
	`create or replace function shop.count_boxes(minimum integer) returns bigint language sql as 'select 2::bigint'`,
	'alter policy boxes_read on shop.boxes rename to boxes_select',
])('finds that “%s” breaks nothing', async (statements) => {
	expect(await breaksOf(statements)).toEqual([])
})
