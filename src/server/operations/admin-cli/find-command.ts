import type { Operation } from '#server/admin-api/operation.ts'
import { operations } from '#server/features/operations.ts'
import { formerArguments, formerCommands } from './former-commands.ts'

interface Command {
	name: string
	operation: Operation
	argv: readonly string[]
	/** The name of the operation that has replaced the command; undefined if the command is an operation itself. */
	replacedBy?: string
}

/** Finds the operation that a command line names, also by the name of a command that it has replaced. */
export async function findCommand([wanted = '', ...argv]: readonly string[]): Promise<Command | undefined> {
	const replacedBy = formerCommands.get(wanted)
	const name = replacedBy ?? wanted
	const operation = Object.entries(operations).find(([known]) => known === name)?.[1]
	if (operation === undefined) return undefined
	if (replacedBy === undefined) return { name, operation, argv }
	return { name, operation, argv: (await formerArguments[wanted]?.(argv)) ?? argv, replacedBy }
}
