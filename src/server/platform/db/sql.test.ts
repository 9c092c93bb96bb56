import { expect, test } from 'vitest'
import { identifier, join, sql } from '#server/platform/db/sql.ts'

test('values become numbered parameters in reading order', () => {
	const statement = sql`select * from t where a = ${1} and b = ${'x'}`
	expect(statement.text).toBe('select * from t where a = $1 and b = $2')
	expect(statement.values).toEqual([1, 'x'])
})

test('nested fragments are spliced and numbered across the whole statement', () => {
	const filter = join([sql`a = ${1}`, sql`b = any(${[2, 3]})`], ' and ')
	const statement = sql`select ${identifier('weird"name')} from t where ${filter} limit ${5}`
	expect(statement.text).toBe('select "weird""name" from t where a = $1 and b = any($2) limit $3')
	expect(statement.values).toEqual([1, [2, 3], 5])
})

test('a value that looks like SQL stays a value', () => {
	const statement = sql`select ${"'; drop table purchases; --"}`
	expect(statement.text).toBe('select $1')
})
