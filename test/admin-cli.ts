import { PassThrough, type Writable } from 'node:stream'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { adminDependenciesOf } from '#server/boot/admin-dependencies.ts'
import { findCommand } from '#server/operations/admin-cli/find-command.ts'
import { readLine } from '#server/operations/admin-cli/read-line.ts'
import { runOperation } from '#server/operations/admin-cli/run-operation.ts'
import { createRateLimits } from '#server/platform/http/rate-limit.ts'
import { adminUrl, type World } from '#test/world.ts'

/** Connects the admin CLI to a world's database, files and provider. */
export function adminContextOf(world: World): AdminDependencies {
	const { database, payments, shop, clock, readings, files, systemOptions } = world
	const { config, log, checks, auth } = systemOptions
	const rateLimits = createRateLimits({ pool: database.jobsPool, scale: config.rateLimitScale, workers: 1 })
	return adminDependenciesOf({
		config,
		adminUrl,
		database,
		rateLimits,
		files,
		payments,
		askPayments: payments,
		shop,
		clock,
		log,
		previews: undefined,
		readings,
		auth,
		checks,
	})
}

interface Printed {
	/** The lines of the result. */
	lines: string[]
	/** Notes that were printed beside the result. */
	notes: string[]
	code: number
}

interface Typed {
	/** Answers the question of an act. Without it, nobody is there to answer, as in a script. */
	confirm?: () => Promise<boolean>
	/** Where a download goes. */
	output?: Writable
}

/** Runs a command line of the admin CLI. */
export async function typeCommand(
	admin: AdminDependencies,
	argv: readonly string[],
	{ confirm, output = new PassThrough().resume() }: Typed = {},
): Promise<Printed> {
	const command = await findCommand(argv)
	if (command === undefined) throw new Error(`there is no operation ${argv[0]}`)
	const { name, operation } = command
	const [lines, notes]: [string[], string[]] = [[], []]
	const call = { name, operation, line: readLine(operation, command.argv) }
	const code = await runOperation(call, admin, {
		say: (line) => lines.push(line),
		note: (line) => notes.push(line),
		confirm,
		output,
	})
	return { lines, notes, code }
}

/**
 * Runs an operation and returns its lines. If it changes something, adds `--yes`, and `--by Ada` and a reason unless the arguments
 * have their own.
 */
export async function runAdmin(admin: AdminDependencies, ...argv: readonly string[]): Promise<string[]> {
	const operation = (await findCommand(argv))?.operation
	const added = (option: string, value: string) => (argv.includes(option) ? [] : [option, value])
	const by = ['read', 'file'].includes(operation?.kind ?? '') ? [] : added('--by', 'Ada')
	const general = [...by, ...(operation?.kind === 'act' ? ['--yes'] : [])]
	const reason = operation?.needsReason && !argv.includes('--why') ? added('--reason', 'a test') : []
	return (await typeCommand(admin, [...argv, ...general, ...reason])).lines
}

/** Runs an operation and returns what it prints with `--json`. */
export async function runForJson(admin: AdminDependencies, ...argv: readonly string[]): Promise<unknown> {
	const [line = '', ...rest] = await runAdmin(admin, ...argv, '--json')
	if (rest.length > 0) throw new Error('more than one line of JSON')
	return JSON.parse(line)
}
