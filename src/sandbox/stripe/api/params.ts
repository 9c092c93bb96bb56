import { z } from 'zod'
import { ApiError } from '#sandbox/stripe/api/api-error.ts'
import type { FormFields } from '#sandbox/stripe/api/form.ts'
import { taxCodes } from '#sandbox/stripe/checkout-sessions/tax.ts'
import { writtenEmailAddress } from '#shared/email-address.ts'

// The types of the API's parameters. Every value arrives as text in a form. If a value is invalid, the answer has Stripe's
// message, its `code`, and the name of the parameter.

function fault(context: z.RefinementCtx, code: string, message: string): never {
	context.addIssue({ code: 'custom', message, params: { code } })
	return z.NEVER
}

export function text(longest = 5_000) {
	return z.string().transform((value, context) => {
		if (value === '') {
			return fault(
				context,
				'parameter_invalid_empty',
				'You passed an empty string. We assume empty values are an attempt to unset a parameter; however, this one cannot be unset.',
			)
		}
		if (value.length > longest)
			return fault(
				context,
				'parameter_invalid_string',
				`Invalid string: must be at most ${longest} characters`,
			)
		return value
	})
}

export function integer({ min = 0, max = 99_999_999 }: { min?: number; max?: number } = {}) {
	return z.string().transform((value, context) => {
		if (!/^-?\d{1,15}$/.test(value))
			return fault(context, 'parameter_invalid_integer', `Invalid integer: ${value}`)
		const number = Number(value)
		if (number < min)
			return fault(
				context,
				'parameter_invalid_integer',
				`This value must be greater than or equal to ${min}.`,
			)
		if (number > max)
			return fault(context, 'parameter_invalid_integer', `This value must be less than or equal to ${max}.`)
		return number
	})
}

/** Accepts a decimal number, for example a percentage. */
export function decimal({ above, most }: { above: number; most: number }) {
	return z.string().transform((value, context) => {
		const number = /^\d{1,15}(\.\d{1,12})?$/.test(value) ? Number(value) : Number.NaN
		if (number > above && number <= most) return number
		return fault(context, 'parameter_invalid_decimal', `Invalid decimal: ${value}`)
	})
}

/** Accepts a promotion code: letters, digits and dashes. */
export const promotionCode = z.string().transform((value, context) => {
	if (/^[A-Za-z0-9-]{1,500}$/.test(value)) return value
	return fault(
		context,
		'parameter_invalid_string',
		'Promotion codes can only contain letters, digits and dashes.',
	)
})

export const unixTime = integer({ max: 99_999_999_999 })

export const flag = z.string().transform((value, context) => {
	if (value === 'true') return true
	if (value === 'false') return false
	return fault(context, 'parameter_invalid_boolean', `Invalid boolean: ${value}`)
})

export function oneOf<const T extends string>(...values: readonly T[]) {
	return z.string().transform((value, context): T => {
		const found = values.find((each) => each === value)
		if (found !== undefined) return found
		return fault(context, 'parameter_invalid_value', `Invalid value: must be one of ${values.join(', ')}`)
	})
}

export const webAddress = z.string().transform((value, context) => {
	// A URL may not contain braces, so the check replaces the placeholder first.
	const protocol = URL.parse(value.replaceAll('{CHECKOUT_SESSION_ID}', 'id'))?.protocol
	if (protocol !== 'http:' && protocol !== 'https:') return fault(context, 'url_invalid', 'Not a valid URL')
	return value
})

/** Accepts a statement descriptor suffix (https://docs.stripe.com/get-started/account/statement-descriptors). */
export const statementSuffix = text(22).transform((value, context) => {
	if (/[<>\\'"*]/.test(value) || !/^[\x20-\x7e]+$/.test(value))
		return fault(
			context,
			'parameter_invalid_string',
			'The statement descriptor suffix must contain only Latin characters and none of <, >, \\, \', ", *.',
		)
	if (!/[a-z]/i.test(value))
		return fault(
			context,
			'parameter_invalid_string',
			'The statement descriptor suffix must contain at least one letter.',
		)
	return value
})

/** Accepts a tax code (https://docs.stripe.com/tax/tax-codes). */
export const taxCode = z.string().transform((value, context) => {
	if (taxCodes.includes(value)) return value
	return fault(context, 'resource_missing', `No such tax code: '${value}'`)
})

export const emailAddress = z.string().transform((value, context) => {
	if (!writtenEmailAddress().safeParse(value).success)
		return fault(context, 'email_invalid', `Invalid email address: ${value}`)
	return value
})

export const currency = z.string().transform((value, context) => {
	if (!/^[a-zA-Z]{3}$/.test(value))
		return fault(context, 'parameter_invalid_value', `Invalid currency: ${value}`)
	return value.toLowerCase()
})

/** Accepts a list, which arrives as an object with numeric keys. */
export function list<T extends z.ZodType>(item: T, most = 100) {
	return z
		.record(z.string(), z.unknown())
		.transform((value, context) => {
			const keys = Object.keys(value)
			if (keys.some((key) => !/^\d{1,4}$/.test(key)))
				return fault(context, 'parameter_invalid_array', 'Invalid array')
			if (keys.length > most)
				return fault(context, 'parameter_invalid_array', `Invalid array: at most ${most} items`)
			return keys.sort((a, b) => Number(a) - Number(b)).map((key) => value[key])
		})
		.pipe(z.array(item))
}

/** Accepts the caller's metadata, and leaves out keys with an empty value. An empty string stands for no metadata. */
export const metadata = z
	.union([z.literal('').transform((): Record<string, string> => ({})), z.record(z.string(), z.string())])
	.transform((value, context) => {
		const entries = Object.entries(value).filter(([, label]) => label !== '')
		if (entries.length > 50)
			return fault(context, 'parameter_invalid_value', 'Metadata can have at most 50 keys.')
		for (const [key, label] of entries) {
			if (key.length > 40)
				return fault(
					context,
					'parameter_invalid_value',
					`Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters.`,
				)
			if (label.length > 500)
				return fault(
					context,
					'parameter_invalid_value',
					`Metadata values can have up to 500 characters, but you passed in a value that is ${label.length} characters. Invalid value: ${label.slice(0, 20)}…`,
				)
		}
		return Object.fromEntries(entries)
	})

/** Parses a call's parameters. Throws the `ApiError` with which Stripe would answer the first error. */
export function readParams<T>(schema: z.ZodType<T>, fields: FormFields): T {
	const parsed = schema.safeParse(fields, { reportInput: true })
	if (parsed.success) return parsed.data
	const issue = deepestIssue(parsed.error.issues[0])
	const param = paramName(issue.path)
	switch (issue.code) {
		case 'unrecognized_keys': {
			const unknown = paramName([...issue.path, issue.keys[0] ?? ''])
			throw new ApiError({
				status: 400,
				code: 'parameter_unknown',
				param: unknown,
				message: `Received unknown parameter: ${unknown}`,
			})
		}
		case 'custom':
			throw new ApiError({
				status: 400,
				code: z.string().safeParse(issue.params?.code).data,
				param,
				message: issue.message,
			})
		default:
			if (issue.input === undefined) {
				throw new ApiError({
					status: 400,
					code: 'parameter_missing',
					param,
					message: `Missing required param: ${param}.`,
				})
			}
			throw new ApiError({
				status: 400,
				param,
				message: `Invalid ${typeof issue.input === 'string' ? 'object' : 'string'}`,
			})
	}
}

type Issue = z.core.$ZodIssue

function deepestIssue(issue: Issue | undefined): Issue {
	if (issue === undefined) throw new Error('a refused parameter without a reason')
	if (issue.code !== 'invalid_union') return issue
	const inner = issue.errors.at(-1)?.[0]
	return inner === undefined ? issue : deepestIssue({ ...inner, path: [...issue.path, ...inner.path] })
}

function paramName(path: readonly PropertyKey[]): string {
	return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')
}
