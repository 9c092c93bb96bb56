import pino from 'pino'
import type { AdminContext } from '#server/operations/admin-cli/command.ts'
import { findCommand } from '#server/operations/admin-cli/commands.ts'
import { readCall, runCall } from '#server/operations/admin-cli/run-command.ts'
import { adminUrl, type World } from '#test/world.ts'

/** Connects the admin CLI to a world's database and provider. */
export function adminContextOf({ database, payments, shop, clock, url }: World): AdminContext {
	return {
		database,
		payments,
		shop,
		clock,
		log: pino({ level: 'silent' }),
		siteUrl: url,
		isRehearsal: false,
		adminUrl,
	}
}

interface Printed {
	/** The lines of the result. */
	lines: string[]
	/** Notes that were printed beside the result. */
	notes: string[]
	code: number
}

/**
 * Runs a command line of the admin CLI. `answer` is the reply to the command's question. Without it, nobody is there to
 * answer, as in a script.
 */
export async function typeCommand(
	admin: AdminContext,
	[name = '', ...argv]: readonly string[],
	answer?: boolean,
): Promise<Printed> {
	const found = findCommand(name)
	if (found === undefined) throw new Error(`there is no command ${name}`)
	const [lines, notes]: [string[], string[]] = [[], []]
	const code = await runCall(readCall(found.command, argv), admin, {
		say: (line) => lines.push(line),
		note: (line) => notes.push(line),
		confirm: answer === undefined ? undefined : async () => answer,
	})
	return { lines, notes, code }
}

/** Runs a command and returns its lines. If it changes something, adds `--yes`, and `--by Ada` unless the arguments name someone. */
export async function runAdmin(admin: AdminContext, ...argv: readonly string[]): Promise<string[]> {
	const changes = findCommand(argv[0] ?? '')?.command.changes === true
	const general = changes ? ['--yes', ...(argv.includes('--by') ? [] : ['--by', 'Ada'])] : []
	return (await typeCommand(admin, [...argv, ...general])).lines
}
