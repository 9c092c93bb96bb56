import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { methodOf } from '#server/admin-api/describe.ts'
import { operations } from '#server/features/operations.ts'
import { actAdmin, readAdmin } from '#test/admin-api.ts'
import { confirmedUser } from '#test/auth.ts'
import { makeSamlKey } from '#test/campus.ts'
import { useWorld } from '#test/world.ts'

// No caller may get a 500 for what they send. Every route of every API, and every field of every operation of the admin, gets texts
// that PostgreSQL cannot store, and ids of nothing.

const world = await useWorld({
	admin: 'public',
	phone: {},

	samlKey: makeSamlKey(),
	auth: { anonymousUsers: true, web3Chains: ['ethereum', 'solana'] },
})
const user = await confirmedUser(world)

const unstorable = ['\0', 'a\0b', '\ud800', 'Zoë \udc00']

const jsonField = z.looseObject({
	type: z.union([z.string(), z.array(z.string())]).optional(),
	format: z.string().optional(),
	enum: z.array(z.unknown()).optional(),
	const: z.unknown().optional(),
	anyOf: z.array(z.unknown()).optional(),
})
const jsonInput = z.looseObject({
	properties: z.record(z.string(), jsonField).default({}),
	required: z.array(z.string()).default([]),
})

/** Returns a value that fits a field, so that the field beside it is read. */
function plausible(field: z.infer<typeof jsonField>): unknown {
	const { type, format, enum: options, const: only, anyOf } = field
	if (only !== undefined) return only
	if (options !== undefined) return options[0]
	if (anyOf !== undefined) return plausible(jsonField.parse(anyOf[0]))
	if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
	if (format === 'date') return '2027-01-01'
	if (format === 'date-time') return '2027-01-01T00:00:00Z'
	if (format === 'email') return 'nobody@student.test'
	if (type === 'integer' || type === 'number') return 1
	if (type === 'boolean') return false
	if (type === 'array') return []
	if (type === 'object') return {}
	return '1'
}

const odd: readonly unknown[] = [
	...unstorable,
	'',
	'x',
	'-1',
	'99999999999999999999',
	'1e400',
	'00000000-0000-4000-8000-00000000000f',
	'dp_nothing',
	'HS-999999999999999999',
	'nobody@student.test',
	'2027-02-30',
	'x'.repeat(5_000),
]

/** Returns the fields of an input with a value for each, so that a wrong one beside them is read too. */
function fieldsOf(schema: z.ZodType): Record<string, unknown> {
	const { properties } = jsonInput.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
	return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, plausible(field)]))
}

test('no operation of the site answers a wrong path, query or field with a 500', {
	timeout: 120_000,
}, async () => {
	const { operations: described } = world.describedRoutes
	expect(described.length).toBeGreaterThan(80)
	const failed: string[] = []
	let requests = 0
	for (const { method, path, about } of described) {
		const token = about.for === 'users' ? user.accessToken : world.keys.secretKey
		const apikey = about.for === 'the service role' ? world.keys.secretKey : world.keys.publishableKey
		const call = async (target: string, body?: unknown) => {
			requests += 1
			const { status } = await world.request(target, {
				method,
				headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			})
			if (status >= 500) failed.push(`${method} ${target} ${JSON.stringify(body)}: ${status}`)
			return status
		}
		const at = (text: string) =>
			path.replaceAll(/:\w+(\{[^}]*\})?\??/g, encodeURIComponent(text)).replaceAll('*', text)
		const usual = at('00000000-0000-4000-8000-000000000000')
		const inBody = typeof about.body === 'object' ? fieldsOf(about.body) : {}
		const body = about.body === undefined ? undefined : inBody
		for (const value of odd.map(String)) {
			const isNul = value.includes('\0')
			if (at('x') !== path) {
				const status = await call(at(value.toWellFormed()), body)
				if (isNul && status !== 404) expect(status, `${method} ${path}`).toBe(400)
			}
			for (const name of about.query ?? [])
				await call(`${usual}?${name}=${encodeURIComponent(value.toWellFormed())}`, body)
			for (const name of Object.keys(inBody)) await call(usual, { ...inBody, [name]: value })
		}
		if (body !== undefined)
			for (const text of unstorable) {
				await call(usual, { ...inBody, unknown: [{ [text]: text }] })
				await call(usual, [{ deep: { inside: [text] } }])
			}
	}
	expect(failed).toEqual([])
	expect(requests).toBeGreaterThan(2_000)
})

describe.each(Object.entries(operations))('the admin’s operation %s', (name, operation) => {
	const { properties, required } = jsonInput.parse(
		z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }),
	)
	const usual = Object.fromEntries(
		Object.entries(properties)
			.filter(([field]) => required.includes(field))
			.map(([field, schema]) => [field, plausible(schema)]),
	)
	const call = async (input: Record<string, unknown>) => {
		const bearer = world.keys.secretKey
		if (methodOf(operation.kind) === 'POST')
			return await actAdmin(world, name, { ...input, preview: true }, { bearer })
		const query = new URLSearchParams(Object.entries(input).map(([field, value]) => [field, String(value)]))
		return await readAdmin(world, `${name}?${query}`, { bearer })
	}

	test('answers no field with a 500', async () => {
		const failed: string[] = []
		for (const field of [...Object.keys(properties), 'unknown'])
			for (const value of odd) {
				const { status, body } = await call({ ...usual, [field]: value })

				if (status >= 500)
					failed.push(`${field} ${JSON.stringify(value).slice(0, 60)}: ${JSON.stringify(body)}`)
				// A query is percent-encoded as UTF-8, which has no halves of pairs.
				if (String(value).includes('\0'))
					expect(status, `${field} ${JSON.stringify(value)}`).toBe(operation.commandLineOnly ? 404 : 400)
			}
		expect(failed).toEqual([])
	})
})
