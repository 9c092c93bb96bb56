import { readFile } from 'node:fs/promises'
import { formerNames } from '#server/shop/owner-acts.ts'
import type { OperationName } from '#shared/admin/api.ts'
import { dayMs } from '#shared/clock.ts'
import { UsageError } from './read-line.ts'

type Argv = readonly string[]

/** The operation that has replaced each command of the last version. The commands work until the next one. */
export const formerCommands: ReadonlyMap<string, OperationName> = new Map<string, OperationName>([
	...formerNames,
	['answer', 'answer-review'],
	['export', 'export-books'],
	['find', 'customer'],
	['held', 'held-purchases'],
	['hide', 'hide-review'],
	['list-sso', 'universities'],
	['mails', 'refused-mails'],
	['unhide', 'show-review'],
	['views', 'page-views'],
	['waiting', 'release-notices'],
])

/** Turns the arguments that a former command took into those of its operation, where they differ. */
export const formerArguments: Readonly<Record<string, (argv: Argv) => Argv | Promise<Argv>>> = {
	ban: (argv) => option(option(argv, 'for', daysOfLength), 'until', daysUntil),
	export: (argv) => argv.filter((word) => word !== '--csv'),
	hide: (argv) => option(option(argv, 'reason', because), 'why', because),
	'add-sso': async ([metadata = '', ...rest]) => [await metadataOf(metadata), ...rest],
	rebuild: ([first = '', ...rest]) => (/^\d/.test(first) ? ['--days', first, ...rest] : [first, ...rest]),
}

/** Replaces an option, written as `--name value` or `--name=value`. */
function option(argv: Argv, name: string, replace: (value: string) => Argv): Argv {
	const at = argv.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`))
	const word = argv[at]
	if (word === undefined) return argv
	const isJoined = word.includes('=')
	const value = isJoined ? word.slice(word.indexOf('=') + 1) : (argv[at + 1] ?? '')
	return argv.toSpliced(at, isJoined ? 1 : 2, ...replace(value))
}

const because = (reason: string) => ['--because', reason]

const hours: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 }

function daysOfLength(text: string): Argv {
	const [, count, unit = ''] = /^([1-9]\d{0,3})([hdwy])$/.exec(text) ?? []
	if (count === undefined) throw new UsageError(`“${text}” is not a period such as 12h, 30d, 8w or 2y.`)
	return ['--days', String(Math.ceil((Number(count) * (hours[unit] ?? 0)) / 24))]
}

function daysUntil(text: string): Argv {
	const days = Math.ceil((Date.parse(`${text}T00:00:00Z`) - Date.now()) / dayMs)
	if (Number.isNaN(days)) throw new UsageError(`“${text}” is not a date such as 2026-12-31.`)
	if (days < 1) throw new UsageError(`${text} is over.`)
	return ['--days', String(days)]
}

async function metadataOf(given: string): Promise<string> {
	if (/^https?:\/\//i.test(given) || given.startsWith('--')) return given
	return await readFile(given, 'utf8').catch(() => {
		throw new UsageError(`“${given}” is neither an https address nor a file that can be read.`)
	})
}
