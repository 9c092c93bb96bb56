import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations as all } from '#server/features/operations.ts'
import { describeApi } from './describe.ts'

const page = fileURLToPath(new URL('../../../docs/admin-api.md', import.meta.url))

test('docs/admin-api.md describes every operation (if it does not, run this file with `--update`, which rewrites the page)', async () => {
	const { operations } = describedSchema.parse(JSON.parse(JSON.stringify(describeApi(all))))
	expect(operations.length).toBeGreaterThan(50)
	const text = `${beginning}\n${operations.map(sectionOf).join('\n')}`
	expect(text).not.toMatch(/undefined|\[object/)
	await expect(text).toMatchFileSnapshot(page)
})

interface Schema {
	type?: string | string[] | undefined
	const?: unknown
	enum?: unknown[] | undefined
	format?: string | undefined
	anyOf?: Schema[] | undefined
	oneOf?: Schema[] | undefined
	items?: Schema | undefined
	properties?: Record<string, Schema> | undefined
	required?: string[] | undefined
	additionalProperties?: unknown
}

const schemaSchema: z.ZodType<Schema> = z.lazy(() =>
	z.looseObject({
		type: z.union([z.string(), z.array(z.string())]).optional(),
		enum: z.array(z.unknown()).optional(),
		format: z.string().optional(),
		anyOf: z.array(schemaSchema).optional(),
		oneOf: z.array(schemaSchema).optional(),
		items: schemaSchema.optional(),
		properties: z.record(z.string(), schemaSchema).optional(),
		required: z.array(z.string()).optional(),
	}),
)

const operationSchema = z.object({
	name: z.string(),
	does: z.string(),
	roles: z.array(z.string()),
	sensitive: z.boolean(),
	method: z.string(),
	path: z.string(),
	reason: z.string().optional(),
	input: schemaSchema,
	output: z.union([schemaSchema, z.literal('a file')]),
})

const describedSchema = z.object({ operations: z.array(operationSchema) })

function sectionOf(operation: z.infer<typeof operationSchema>): string {
	const { name, does, roles, sensitive, method, path, reason, input, output } = operation
	const who = [
		`For ${roles.join(', ')}.`,
		...(sensitive ? ['Asks for a recent second step.'] : []),
		...(reason === 'needed' ? ['Needs a reason.'] : []),
	]
	return [
		`### ${name}`,
		'',
		`\`${method} ${path}\` ${does}. ${who.join(' ')}`,
		'',
		'```ts',
		...(Object.keys(input.properties ?? {}).length === 0 ? [] : [`// sent\n${typeOf(input, '')}`]),
		output === 'a file' ? '// answers with a file' : `// answers\n${typeOf(output, '', namesOf)}`,
		'```',
		'',
	].join('\n')
}

/** Writes the names of an object's fields. Whoever needs their types asks the API or the command line. */
function namesOf(schema: Schema): string {
	return schema.properties === undefined
		? typeOf(schema, '', namesOf)
		: `{ ${Object.keys(schema.properties).join(', ')} }`
}

/** Writes a JSON Schema as a type, with `inner` for its fields. */
function typeOf(
	schema: Schema,
	indent: string,
	inner: (schema: Schema, indent: string) => string = typeOf,
): string {
	if ('const' in schema) return JSON.stringify(schema.const)
	const { type, format, properties, items, required = [] } = schema
	const either = schema.anyOf ?? schema.oneOf
	if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
	if (either !== undefined) return either.map((one) => inner(one, indent)).join(' | ')
	if (items !== undefined) {
		const each = inner(items, indent)
		const isEither = (items.anyOf ?? items.oneOf ?? items.enum ?? [items.type].flat()).length > 1
		return isEither ? `(${each})[]` : `${each}[]`
	}
	if (properties !== undefined) {
		const fields = Object.entries(properties).map(
			([name, field]) =>
				`${indent}\t${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${inner(field, `${indent}\t`)}`,
		)
		return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n${indent}}`
	}
	if (type === 'object') return 'Record<string, unknown>'
	if (format === 'uuid' || format === 'date-time' || format === 'date') return format
	return type === undefined ? 'unknown' : [type].flat().join(' | ')
}

const beginning = `# The admin's API

Everything that the admin does goes through these operations, so a script can do it too, under the same rules. This page is generated from the table of
operations (\`src/server/features/operations.ts\`); \`GET /api\` answers the same as JSON Schema, with every field of the answers. [admin.md](admin.md) says how to add one.

An operation that reads or downloads is \`GET /api/<name>\` with its fields in the query; one that acts is \`POST /api/<name>\` with them in a JSON body. The header is
\`Authorization: Bearer <secret API key>\`: the log then names the service role, which may do what an owner may. Instead of the key, it may have the access token of a member's session. Money is whole pence. An act
may be sent with

- \`"preview": true\`: nothing is done, and the answer is \`{ will, plan, mail? }\`, which says in sentences what would happen
- \`"plan"\`: the one that a preview returned. If the act would now do something else, nothing is done, and the answer is 409 \`plan_changed\` with the new one
- \`"reason"\`: why, for the log

Errors are \`{ code, message, details?, request_id }\`; \`decision_refused\` (409) says why something can't be done.

## Refund a part from the command line

\`\`\`sh
ADMIN=http://localhost:3002
KEY=$(node -p 'JSON.parse(fs.readFileSync(".data/keys.json")).secretKey')   # on a server: SUPABASE_SECRET_KEY

# Which purchase?
curl -sG "$ADMIN/api/find-sales" -H "Authorization: Bearer $KEY" --data-urlencode 'text=HS-000001'

# What would happen?
curl -s "$ADMIN/api/refund" -H "Authorization: Bearer $KEY" \\
  -d '{"purchase":"16fd43c0-15b6-43cb-839e-f119c73d9f5b","amount_pence":500,"preview":true}'
# {"will":["Refunds £5.00 of the £14.99 that is left of CV Secrets No One Tells You (HS-000001, amara@student.test).",
#   "The buyer keeps the guide. The shop emails amara@student.test about it. Banks take up to ten days."],
#   "plan":"68On_Nh_KTZPXpt-aRUxeI","mail":{"subject":"Your refund: CV Secrets No One Tells You", … }}

# Do exactly that.
curl -s "$ADMIN/api/refund" -H "Authorization: Bearer $KEY" \\
  -d '{"purchase":"16fd43c0-15b6-43cb-839e-f119c73d9f5b","amount_pence":500,"plan":"68On_Nh_KTZPXpt-aRUxeI","reason":"A page was missing"}'
# {"refunded_pence":500,"left_pence":999}
\`\`\`

## Operations
`
