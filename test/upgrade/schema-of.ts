import type pg from 'pg'
import { z } from 'zod'

/** A part of the database that a running server may rely on. */
const partSchema = z.object({
	kind: z.enum(['table', 'column', 'function', 'trigger', 'policy', 'constraint', 'grant']),
	/** Its name, as a migration would write it. */
	name: z.string(),
	/** Its other properties that must not change. */
	detail: z.string(),
	/** The table it belongs to. */
	table: z.string().nullable(),
	/** The columns that a constraint is about. */
	columns: z.array(z.string()).nullable(),
	/** Whether an INSERT that doesn't name the column fails. */
	required: z.boolean().nullable(),
})

export type Part = z.output<typeof partSchema>

/** Reads what a server may rely on in the shop's schemas. The owner's privileges and the queue's own tables are left out. */
export async function schemaOf(client: pg.ClientBase): Promise<Part[]> {
	const { rows } = await client.query(`
		with ours as (select oid from pg_namespace where nspname in ('public', 'auth', 'storage', 'shop', 'realtime')),
		relations as (
			select c.oid, c.oid::regclass::text as name, c.relkind, c.relrowsecurity, c.relforcerowsecurity
			from pg_class c where c.relnamespace in (select oid from ours)
				and c.relkind in ('r', 'v', 'm', 'p', 'S')
		),
		columns as (
			select r.oid, attnum, r.name as "table", r.name || '.' || attname as name, atttypid, atttypmod, attnotnull,
				attnotnull and not atthasdef and attidentity = '' and attgenerated = '' as required
			from relations r join pg_attribute a on a.attrelid = r.oid
			where r.relkind <> 'S' and a.attnum > 0 and not a.attisdropped
		),
		functions as (
			select p.oid, p.oid::regprocedure::text as name, pg_get_function_result(p.oid) as result from pg_proc p
			where p.pronamespace in (select oid from ours)
		),
		roles as (select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'shop_jobs'))
		select 'table' as kind, name, relkind::text || case when relrowsecurity then ', row level security' else '' end as detail,
			null::text as "table", null::text[] as columns, null::boolean as required from relations
		union all
		select 'column', name, format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end, "table",
			null, required from columns
		union all
		select 'function', name, result, null, null, null from functions
		union all
		select 'trigger', tgname::text || ' on ' || r.name, pg_get_triggerdef(t.oid), r.name, null, null
			from pg_trigger t join relations r on r.oid = t.tgrelid where not tgisinternal
		union all
		select 'policy', polname::text || ' on ' || r.name, concat_ws(' ', polpermissive, polcmd, array(
				select coalesce(m.rolname, 'public') from unnest(polroles) u (id) left join pg_roles m on m.oid = u.id order by 1
			), 'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid)), r.name, null, null
			from pg_policy join relations r on r.oid = polrelid
		union all
		select 'constraint', conname::text || ' on ' || r.name, regexp_replace(pg_get_constraintdef(k.oid), ' NOT VALID$', ''), r.name,
			array(select c.name from columns c where c.oid = r.oid and c.attnum = any (conkey)), null
			from pg_constraint k join relations r on r.oid = conrelid where contype in ('c', 'f', 'p', 'u', 'x')
		union all
		select 'constraint', i.indexrelid::regclass::text || ' on ' || r.name,
			regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX .* ON', 'INDEX ON'), r.name,
			array(select c.name from columns c where c.oid = r.oid and c.attnum = any (i.indkey)), null
			from pg_index i join relations r on r.oid = i.indrelid
			where i.indisunique and not exists (select from pg_constraint where conindid = i.indexrelid)
		union all
		select 'grant', lower(verb) || ' on ' || c.name || ' to ' || rolname, '', c."table", null, null
			from columns c, roles, unnest(array['SELECT', 'INSERT', 'UPDATE']) verb where has_column_privilege(rolname, c.oid, c.attnum, verb)
		union all
		select 'grant', 'delete on ' || r.name || ' to ' || rolname, '', r.name, null, null
			from relations r, roles where r.relkind <> 'S' and has_table_privilege(rolname, r.oid, 'DELETE')
		union all
		select 'grant', 'execute on ' || f.name || ' to ' || rolname, '', null, null, null
			from functions f, roles where has_function_privilege(rolname, f.oid, 'EXECUTE')`)
	return z.array(partSchema).parse(rows)
}
