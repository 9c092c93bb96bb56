import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Operation } from '#server/admin-api/operation.ts'
import { sentence } from '#server/operations/admin-cli/run-for-operator.ts'
import { readPounds } from '#shared/money.ts'
import { type Field, fieldsOf, isAboutPurchase, positionalFields } from './fields.ts'

/** Thrown for a wrong command line; the message says what is wrong. */
export class UsageError extends Error {
	constructor(message: string, cause?: unknown) {
		super(message, { cause })
		this.name = 'UsageError'
	}
}

/** A parsed command line. */
export interface Line {
	/** The input of the operation, with names in place of ids. */
	input: Record<string, unknown>
	/** Which of a buyer's purchases is meant: a part of the product's name. */
	product: string | undefined
	by: string | undefined
	reason: string | undefined
	/** The file to upload, or to write a download to. */
	file: string | undefined
	json: boolean
	yes: boolean
	help: boolean
}

/** Reads the arguments and options of an operation. Throws `UsageError`. */
export function readLine(operation: Operation, argv: readonly string[]): Line {
	const fields = fieldsOf(operation)
	const { values, positionals } = parse(argv, optionsOf(operation, fields))
	const text = (option: string) => {
		const value = values[option]
		return typeof value === 'string' ? value.trim() : undefined
	}
	const help = values.help === true
	const places = positionalFields(operation, fields)
	const isUpload = operation.kind === 'upload'
	const words = [...positionals]
	const file = isUpload ? words.splice(places.filter((field) => field.isRequired).length, 1)[0] : text('to')
	const input: Record<string, unknown> = {}
	for (const field of fields) {
		const given = values[field.option] ?? (places.includes(field) ? words.shift() : undefined)
		if (given !== undefined) input[field.name] = readValue(field, given)
		else if (field.isRequired && field.kind === 'flag') input[field.name] = false
		else if (field.isRequired && !help)
			throw new UsageError(`${places.includes(field) ? `<${field.shows}>` : `--${field.option}`} is missing.`)
	}
	const by = operation.kind === 'read' ? undefined : text('by')
	const reason = text('reason') ?? text('why')
	if (!help) {
		if (words.length > 0) throw new UsageError(`“${words[0]}” is one argument too many.`)
		if (isUpload && file === undefined) throw new UsageError('<file> is missing.')
		if (!['read', 'file'].includes(operation.kind) && !by)
			throw new UsageError('Say who is doing this: --by "Ada".')
		if (operation.needsReason && !reason) throw new UsageError('--reason is missing.')
	}
	return {
		input,
		product: isAboutPurchase(fields) ? text('product') : undefined,
		by,
		reason,
		file,
		json: values.json === true,
		yes: values.yes === true,
		help,
	}
}

function optionsOf({ kind }: Operation, fields: readonly Field[]): ParseArgsOptionsConfig {
	const text: ParseArgsOptionsConfig[string] = { type: 'string' }
	const flag: ParseArgsOptionsConfig[string] = { type: 'boolean' }
	return {
		json: flag,
		help: flag,
		...(kind === 'read' ? {} : { by: text }),
		// `--why` is the former name of `--reason`.
		...(kind === 'act' ? { yes: flag, reason: text, why: text } : {}),
		...(kind === 'file' ? { to: text } : {}),
		...(isAboutPurchase(fields) ? { product: text } : {}),
		...Object.fromEntries(
			fields.map(({ option, kind: of }) => [
				option,
				of === 'flag' ? flag : { type: 'string', multiple: of === 'list' },
			]),
		),
	}
}

function parse(argv: readonly string[], options: ParseArgsOptionsConfig) {
	try {
		return parseArgs({ args: [...argv], allowPositionals: true, options })
	} catch (error) {
		throw new UsageError(sentence(error), error)
	}
}

/** Returns what was typed for a field as the operation takes it. What doesn't fit is refused by the operation's own schema. */
function readValue({ kind, option }: Field, given: unknown): unknown {
	if (kind === 'flag') return given
	const texts = [given].flat().map((one) => String(one).trim())
	if (kind === 'list') return texts.flatMap((one) => one.split(',')).filter((one) => one.trim() !== '')
	const text = texts.at(-1) ?? ''
	if (kind === 'number') return text === '' ? text : Number(text)
	if (kind === 'pounds') {
		const pence = readPounds(text)
		if (!pence) throw new UsageError(`“${text}” is not an amount in pounds, such as 5 or 5.00.`)
		return pence
	}
	if (kind !== 'json') return text
	try {
		return JSON.parse(text)
	} catch (error) {
		throw new UsageError(`--${option} takes JSON.`, error)
	}
}
