import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import {
	type Actor,
	actors,
	ids,
	rules,
	sampleRows,
	type TableRules,
	type Verb,
	type Verdict,
	verbs,
} from './row-level-security.table.ts'

// Every table against every actor, on a real PostgreSQL whose owner is not a superuser. The tests fail for
// a table without rules, and for a rule that PostgreSQL does not enforce.
let database: TestDatabase
let superuser: pg.Client
let api: pg.Client
let jobs: pg.Client

beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'))
	superuser = await connect(database.superuserUrl)
	api = await connect(database.logins.apiUrl)
	jobs = await connect(database.logins.jobsUrl)
	await superuser.query(sampleRows)
})
afterAll(async () => {
	await Promise.all([superuser.end(), api.end(), jobs.end()])
	await database.drop()
})

describe.each(Object.entries(rules))('%s', (table, tableRules) => {
	const cases = verbs.flatMap((verb) =>
		actors.map((actor, index) => ({ verb, actor, verdict: tableRules.verdicts[verb][index] ?? 'no' })),
	)
	test.each(cases)('$actor may $verb: $verdict', async ({ verb, actor, verdict }) => {
		expect(await attempt(actor, statementOf(table, tableRules, verb))).toBe(verdict)
	})
})

test('every table of the shop has rules, and every rule has a table', async () => {
	const tables = await names(`
		select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname in ('public', 'auth', 'storage', 'shop', 'realtime') and c.relkind in ('r', 'p', 'v', 'm', 'f')`)
	expect(tables).toEqual(Object.keys(rules).sort())
})

test('row level security is enabled and forced on every table', async () => {
	const open = await names(`
		select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname in ('public', 'auth', 'storage', 'shop', 'realtime') and c.relkind in ('r', 'p')
			and not (c.relrowsecurity and c.relforcerowsecurity)`)
	expect(open).toEqual([])
})

test.each(['graphile_worker', 'migrations'])('no API role can use the schema %s', async (schema) => {
	const there = await names(`select nspname as name from pg_namespace where nspname = '${schema}'`)
	expect(there).toEqual([schema])
	const reachable = await names(`
		select r.rolname || ' ' || c.relname as name
		from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
		where n.nspname = '${schema}' and r.rolname in ('anon', 'authenticated', 'shop_api')
			and (has_schema_privilege(r.oid, n.oid, 'usage')
				or (c.relkind in ('r', 'p', 'v') and has_table_privilege(r.oid, c.oid, 'select, insert, update, delete')))`)
	expect(reachable).toEqual([])
})

test('the jobs login can use the queue', async () => {
	expect(await jobs.query('select count(*) from graphile_worker.jobs')).toMatchObject({ rowCount: 1 })
})

test('every security definer function sets an empty search path', async () => {
	const loose = await names(`
		select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
		where p.prosecdef and n.nspname in ('public', 'auth', 'storage', 'shop', 'realtime')
			and not coalesce(p.proconfig @> array['search_path=""'], false)`)
	expect(loose).toEqual([])
})

test('only the intended functions are security definer', async () => {
	const definers = await names(`
		select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
		where p.prosecdef and n.nspname in ('public', 'auth', 'storage', 'shop', 'realtime')`)
	expect(definers).toEqual([
		'auth.prune_audit_log()',
		'auth.require_live_session()',
		'auth.strip_audit_log()',
		'realtime.record_change()',
		'shop.count_review_change()',
		'shop.publish_review()',
		'shop.record_history()',
		'shop.remember_removed_review()',
		'shop.reviewer_name()',
	])
})

test('nothing of the shop is granted to PUBLIC', async () => {
	const granted = await names(`
		with objects as (
			select c.oid::regclass::text as name, c.relnamespace as schema,
				coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner)) as acl from pg_class c
			union all
			select p.oid::regprocedure::text, p.pronamespace, coalesce(p.proacl, acldefault('f', p.proowner)) from pg_proc p
			union all
			select 'schema ' || nspname, oid, coalesce(nspacl, acldefault('n', nspowner)) from pg_namespace where nspname <> 'public'
		)
		select o.name || ': ' || a.privilege_type as name
		from objects o join pg_namespace n on n.oid = o.schema, aclexplode(o.acl) a
		where a.grantee = 0 and n.nspname in ('public', 'auth', 'storage', 'shop', 'realtime')`)
	expect(granted).toEqual([])
	// The schema `public` comes with the database. Anyone may use it, but no one may create anything in it.
	expect(
		await names(`select rolname as name from pg_roles where rolname in ('anon', 'authenticated', 'shop_api', 'shop_worker', 'shop_jobs')
		and has_schema_privilege(oid, 'public', 'create')`),
	).toEqual([])
})

test('a view has the rights of its caller', async () => {
	const loose = await names(`
		select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname in ('public', 'auth', 'storage', 'shop', 'realtime') and c.relkind = 'v'
			and not coalesce(c.reloptions @> array['security_invoker=true'], false)`)
	expect(loose).toEqual([])
})

test('neither the database owner nor any role used at run time is a superuser or bypasses row level security', async () => {
	const roles = await superuser.query(`
		select rolname, rolsuper or rolbypassrls as privileged from pg_roles
		where rolname in ('anon', 'authenticated', 'shop_api', 'shop_worker', 'shop_jobs', 'shop_owner') order by 1`)
	expect(roles.rows).toEqual(
		['anon', 'authenticated', 'shop_api', 'shop_jobs', 'shop_owner', 'shop_worker'].map((rolname) => ({
			rolname,
			privileged: false,
		})),
	)
})

test('the API login can act as a stranger or a signed-in user, and as no one else', async () => {
	const memberships = await superuser.query(`
		select r.rolname from pg_auth_members m join pg_roles r on r.oid = m.roleid
		where m.member = 'shop_api'::regrole order by 1`)
	expect(memberships.rows.map(({ rolname }) => rolname)).toEqual(['anon', 'authenticated'])
	await expect(api.query('set role authenticated')).resolves.toBeDefined()
	await api.query('reset role')
	const { username } = new URL(database.superuserUrl)
	for (const role of ['shop_jobs', 'shop_worker', 'shop_owner', username])
		await expect(api.query(`set role ${role}`)).rejects.toMatchObject({ code: '42501' })
})

test('a signed-in user may write only the listed columns', async () => {
	const writable = await names(`
		select a.attrelid::regclass || '.' || a.attname || ': ' || p.privilege as name
		from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace,
			unnest(array['insert', 'update']) as p (privilege)
		where n.nspname in ('public', 'auth', 'storage', 'shop', 'realtime') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
			and has_column_privilege('authenticated', c.oid, a.attnum, p.privilege)`)
	expect(writable).toEqual([
		'plans.plan: insert',
		'plans.plan: update',
		'plans.user_id: insert',
		'plans.version: insert',
		'plans.version: update',
		'purchases.currency: insert',
		'purchases.price: insert',
		'purchases.product_id: insert',
		'purchases.product_name: insert',
		'purchases.status: insert',
		'purchases.status: update',
		'purchases.user_id: insert',
		'realtime.messages.extension: insert',
		'reviews.body: insert',
		'reviews.body: update',
		'reviews.catalogue_id: insert',
		'reviews.rating: insert',
		'reviews.rating: update',
		'reviews.user_id: insert',
	])
})

test('only the server can find out which files another user may download', async () => {
	expect(await mayDownload('owner', ids.owner, 'CV.zip')).toBe(true)
	expect(await mayDownload('other', ids.owner, 'CV.zip')).toBe(false)
	expect(await mayDownload('server', ids.owner, 'CV.zip')).toBe(true)
	expect(await mayDownload('server', ids.other, 'CV.zip')).toBe(false)
})

test('the other files of a guide follow the same rules as its first', async () => {
	await superuser.query(`update public.products set other_files = '{CV-phone.pdf}' where id = '2'`)
	expect(await mayDownload('owner', ids.owner, 'CV-phone.pdf')).toBe(true)
	expect(await mayDownload('server', ids.other, 'CV-phone.pdf')).toBe(false)
	await superuser.query(`update public.products set other_files = '{}' where id = '2'`)
	expect(await mayDownload('owner', ids.owner, 'CV-phone.pdf')).toBe(false)
})

test('an unreleased free guide can be neither taken nor downloaded', async () => {
	const take = (id: string, title: string) =>
		attempt(
			'owner',
			`insert into public.purchases (user_id, product_id, product_name, price, status, currency)
			values ('${ids.owner}', '${id}', '${title}', 0, 'completed', 'GBP')`,
		)
	const download = (file: string) => mayDownload('owner', ids.owner, file)
	expect([await take('1', 'Student Guide'), await download('StudentGuide.pdf')]).toEqual(['yes', true])
	expect([await take('5', 'Study Techniques'), await download('Study.pdf')]).toEqual(['no', false])
})

test('users can read what happened to their account, but not the address that was notified of it', async () => {
	const read = (columns: string) => attempt('owner', `select ${columns} from auth.audit_log_entries`)
	expect([await read('action'), await read('notice_to')]).toEqual(['yes', 'no'])
})

test('with two-step verification on, a session without the second step is refused', async () => {
	await superuser.query(`update auth.mfa_factors set status = 'verified' where id = '${ids.factor}'`)
	const live = async (aal: string, rowAal: string) => {
		await superuser.query(`update auth.sessions set aal = '${rowAal}' where id = '${ids.ownerSession}'`)
		await api.query('begin')
		await become(ids.owner, ids.ownerSession, aal)
		const outcome = await api.query('select auth.require_live_session()').then(
			() => 'live',
			(error: unknown) => (error instanceof pg.DatabaseError ? error.code : error),
		)
		await api.query('rollback')
		return outcome
	}
	expect([await live('aal1', 'aal1'), await live('aal1', 'aal2'), await live('aal2', 'aal1')]).toEqual([
		'HS002',
		'HS002',
		'HS002',
	])
	expect(await live('aal2', 'aal2')).toBe('live')
	await superuser.query(`update auth.mfa_factors set status = 'unverified' where id = '${ids.factor}'`)
	expect(await live('aal1', 'aal1')).toBe('live')
})

test('a transaction of an ended session is refused', async () => {
	await api.query('begin')
	await become(ids.owner, ids.otherSession)
	await expect(api.query('select auth.require_live_session()')).rejects.toMatchObject({ code: 'HS001' })
	await api.query('rollback')
	expect(await answer('owner', 'select auth.require_live_session()::text as answer')).toBe('')
})

function statementOf(
	table: string,
	{ where, insert, columns = '*', update, deleteWhere }: TableRules,
	verb: Verb,
): string {
	if (verb === 'insert') return insert
	if (verb === 'select') return `select ${columns} from ${table} where ${where}`
	if (verb === 'update') return `update ${table} set ${update} where ${where}`
	return `delete from ${table} where ${deleteWhere ?? where}`
}

/** Runs one statement as an actor and rolls it back. */
async function attempt(actor: Actor, statement: string): Promise<Verdict> {
	try {
		return (await runAs(actor, statement)).rowCount === 0 ? 'none' : 'yes'
	} catch (error) {
		if (error instanceof pg.DatabaseError && error.code === '42501') return 'no'
		throw error
	}
}

async function answer(actor: Actor, statement: string): Promise<unknown> {
	return (await runAs(actor, statement)).rows[0]?.answer
}

async function mayDownload(actor: Actor, person: string, file: string): Promise<unknown> {
	return await answer(actor, `select shop.may_download('${person}', '${file}') as answer`)
}

async function runAs(actor: Actor, statement: string): Promise<pg.QueryResult> {
	const client = actor === 'server' ? jobs : api
	await client.query('begin')
	try {
		if (actor === 'stranger') await client.query('set local role anon')
		if (actor === 'owner') await become(ids.owner, ids.ownerSession)
		if (actor === 'other') await become(ids.other, ids.otherSession)
		return await client.query(statement)
	} finally {
		await client.query('rollback')
	}
}

async function become(person: string, session: string, aal?: string): Promise<void> {
	await api.query('set local role authenticated')
	await api.query(`select set_config('request.jwt.claims', $1, true)`, [
		JSON.stringify({ sub: person, session_id: session, aal }),
	])
}

async function names(query: string): Promise<string[]> {
	const { rows } = await superuser.query<{ name: string }>(query)
	return rows.map(({ name }) => name).sort()
}

async function connect(connectionString: string): Promise<pg.Client> {
	const client = new pg.Client({ connectionString })
	await client.connect()
	return client
}
