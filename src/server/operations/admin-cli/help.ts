import { z } from 'zod'
import type { Operation } from '#server/admin-api/operation.ts'
import { operations } from '#server/features/operations.ts'
import { whatIsAPeriod } from '#shared/admin/period.ts'
import { fieldsOf, isAboutPurchase, positionalFields } from './fields.ts'

const groups: Readonly<Record<Operation['kind'], string>> = {
	read: 'To look at',
	act: 'To do',
	save: 'To save drafts',
	file: 'To export',
	upload: 'To upload',
}

/** Returns the usage line of an operation: its name, arguments and options. */
function usageLine(name: string, operation: Operation): string {
	const fields = fieldsOf(operation)
	const places = positionalFields(operation, fields)
	const inPlace = places.map(({ shows, isRequired }) => (isRequired ? `<${shows}>` : `[${shows}]`))
	const file = places.filter(({ isRequired }) => isRequired).length
	const asOption = fields
		.filter((field) => !places.includes(field))
		.map(({ option, shows }) => `[--${option}${shows === '' ? '' : ` <${shows}>`}]`)
	const { kind, needsReason } = operation
	return [
		name,
		...(kind === 'upload' ? inPlace.toSpliced(file, 0, '<file>') : inPlace),
		...asOption,
		...(isAboutPurchase(fields) ? ['[--product <part of its name>]'] : []),
		...(kind === 'read' ? [] : kind === 'file' ? ['[--by <who>]', '[--to <file>]'] : ['--by <who>']),
		...(kind === 'act' ? [needsReason ? '--reason <why>' : '[--reason <why>]'] : []),
	].join(' ')
}

/** The help of the whole admin CLI. */
export function usage(): string {
	return [
		'npm run admin -- <operation>',
		...Object.entries(groups).flatMap(([kind, title]) => [
			'',
			title,
			...Object.entries(operations)
				.filter(([, operation]) => operation.kind === kind)
				.flatMap(([name, operation]) => [`  ${usageLine(name, operation)}`, `      ${operation.does}`]),
		]),
		'',
		'A customer or a purchase may be named by an id, an address or the number of a receipt. An argument may also be given as an option: --text ada.',
		whatIsAPeriod,
		'Every operation takes --json and --help. One that changes something says what it would do and asks first; in a script, add --yes.',
		'Exit code: 0 done, 1 not found or refused, 2 wrong arguments or not possible.',
	].join('\n')
}

/** Returns the help of one operation: its usage and what it does or, with `--json`, the JSON Schemas of what it takes and prints. */
export function helpOf(name: string, operation: Operation, json: boolean): string {
	const { kind, does, input, output } = operation
	if (json)
		return JSON.stringify(
			{
				input: z.toJSONSchema(input, { io: 'input' }),
				output: output === undefined ? null : z.toJSONSchema(output),
			},
			null,
			2,
		)
	const fields = fieldsOf(operation)
	const general = `--json${kind === 'act' ? ', --yes' : ''} and --help are accepted too.`
	return [
		`npm run admin -- ${usageLine(name, operation)}`,
		`  ${does}`,
		...(output instanceof z.ZodObject ? [`  Prints ${Object.keys(output.shape).join(', ')}.`] : []),
		...(fields.some(({ name: field }) => field === 'period') ? [`  ${whatIsAPeriod}`] : []),
		`  ${general} --help --json prints the JSON Schemas of its input and output.`,
	].join('\n')
}
