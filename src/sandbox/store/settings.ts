import type { z } from 'zod'
import type { Store } from '#sandbox/store/store.ts'

export const settingsSchema =
	'create table if not exists settings (name text primary key, value text not null) strict'

/** Returns the stored value, or undefined if there is none that fits the schema. */
export function readSetting<T>(store: Store, name: string, schema: z.ZodType<T>): T | undefined {
	const row = store.get('select value from settings where name = ?', name)
	return row === undefined ? undefined : schema.safeParse(JSON.parse(String(row.value))).data
}

export function writeSetting(store: Store, name: string, value: unknown): void {
	store.run(
		'insert into settings values (?, ?) on conflict (name) do update set value = excluded.value',
		name,
		JSON.stringify(value),
	)
}
