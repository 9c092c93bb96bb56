import { z } from 'zod'
import type { Operation } from '#server/admin-api/operation.ts'
import { customerId, memberId, purchaseId } from '#shared/admin/ids.ts'

/** A field of an operation's input, as the command line offers it. */
export interface Field {
	name: string
	/** The name of its option, without the dashes. Amounts are typed in pounds, so `amount_pence` is `--amount`. */
	option: string
	kind:
		| 'text'
		| 'number'
		| 'pounds'
		| 'flag'
		| 'list'
		| 'json'
		| 'period'
		| 'customer'
		| 'purchase'
		| 'member'
	isRequired: boolean
	/** What to type, for the help; empty if its option takes no value. */
	shows: string
}

/** What may be named in another way than by its id. */
const named = new Map<unknown, 'customer' | 'purchase' | 'member'>([
	[customerId, 'customer'],
	[purchaseId, 'purchase'],
	[memberId, 'member'],
])

interface Property {
	type?: string | undefined
	enum?: (string | number)[] | undefined
	format?: string | undefined
	anyOf?: Property[] | undefined
	items?: Property | undefined
}

const propertySchema: z.ZodType<Property> = z.lazy(() =>
	z.looseObject({
		type: z.string().optional(),
		enum: z.array(z.union([z.string(), z.number()])).optional(),
		format: z.string().optional(),
		anyOf: z.array(propertySchema).optional(),
		items: propertySchema.optional(),
	}),
)
const inputSchema = z.object({
	properties: z.record(z.string(), propertySchema),
	required: z.array(z.string()).default([]),
})

/**
 * Returns what the command line takes for an operation: first what is required. Where a first and a last day are wanted, it takes a
 * period.
 */
export function fieldsOf({ input }: Pick<Operation, 'input'>): Field[] {
	const { properties } = inputSchema.parse(z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }))
	const { required } = inputSchema.parse(z.toJSONSchema(input, { io: 'input' }))
	const shape: Record<string, z.ZodType> = input instanceof z.ZodObject ? input.shape : {}
	const isOfDays = 'from' in properties && 'to' in properties
	const own = Object.entries(properties).filter(([name]) => !isOfDays || !['from', 'to'].includes(name))
	const fields = own.map(([name, property]): Field => {
		const option = name.replace(/_pence$/, '').replaceAll('_', '-')
		const known = property.anyOf?.find(({ type }) => type !== 'null') ?? property
		const kind = named.get(shape[name])
		const isRequired = required.includes(name)
		if (kind !== undefined) return { name, option, kind, isRequired, shows: kind }
		return { name, option, isRequired, ...typed(name, option, known) }
	})
	return [
		...fields.filter(({ isRequired }) => isRequired),
		...(isOfDays ? [period] : []),
		...fields.filter(({ isRequired }) => !isRequired),
	]
}

const period: Field = {
	name: 'period',
	option: 'period',
	kind: 'period',
	isRequired: false,
	shows: 'period',
}

function typed(
	name: string,
	option: string,
	{ type, enum: choices, format, items }: Property,
): Pick<Field, 'kind' | 'shows'> {
	if (name.endsWith('_pence')) return { kind: 'pounds', shows: `${option} in pounds` }
	if (choices !== undefined) return { kind: 'text', shows: choices.join('|') }
	if (type === 'integer' || type === 'number') return { kind: 'number', shows: option }
	if (type === 'boolean') return { kind: 'flag', shows: '' }
	if (items?.type === 'string') return { kind: 'list', shows: `${option},…` }
	if (type === 'object' || type === 'array') return { kind: 'json', shows: 'json' }
	return { kind: 'text', shows: format === 'date' ? '2026-12-31' : option }
}

/**
 * Returns the fields that may be given without their option, in their order: those that are required, a period and, in an operation
 * that only reads and takes neither, the first.
 */
export function positionalFields({ kind }: Pick<Operation, 'kind'>, fields: readonly Field[]): Field[] {
	const canStand = fields.filter(({ kind: of }) => of !== 'flag')
	const wanted = canStand.filter(({ isRequired, name }) => isRequired || name === 'period')
	return wanted.length === 0 && kind === 'read' ? canStand.slice(0, 1) : wanted
}

/** Returns whether an operation is about one purchase, so that `--product` can say which of a buyer's. */
export function isAboutPurchase(fields: readonly Field[]): boolean {
	return fields.some(({ kind }) => kind === 'purchase') && fields.every(({ name }) => name !== 'product')
}
