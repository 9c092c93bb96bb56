import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { z } from 'zod'
import {
	type AdminContext,
	type Command,
	type Input,
	UsageError,
	usageLine,
	whatIsAPeriod,
} from '#server/operations/admin-cli/command.ts'
import { sentence } from '#server/operations/admin-cli/run-for-operator.ts'
import { printable } from '#server/operations/admin-cli/table.ts'

/** How a command prints its output and asks for confirmation. */
export interface Terminal {
	/** Prints a line of the result, to standard output. */
	say: (line: string) => void
	/** Prints a line that is not part of the result, to standard error. */
	note: (line: string) => void
	/** Asks for a yes; undefined if the program does not run in a terminal. */
	confirm: ((question: string) => Promise<boolean>) | undefined
}

/** A parsed command line. */
export interface Call {
	command: Command
	input: Input
	json: boolean
	yes: boolean
	help: boolean
}

/** Reads the arguments and options of a command. Throws `UsageError`. */
export function readCall(command: Command, argv: readonly string[]): Call {
	const text: ParseArgsOptionsConfig[string] = { type: 'string' }
	const flag: ParseArgsOptionsConfig[string] = { type: 'boolean' }
	const own = Object.keys(command.options ?? {})
	const { values, positionals } = parse(argv, {
		json: flag,
		help: flag,
		...(command.changes ? { yes: flag, by: text, reason: text, why: text } : {}),
		...Object.fromEntries(own.map((name) => [name, command.options?.[name] === '' ? flag : text])),
	})
	const takes = command.takes ?? []
	const missing = takes.findIndex((name, index) => name.startsWith('<') && positionals[index] === undefined)
	const given = Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, value === true ? 'yes' : String(value)]),
	)
	// `--why` is the former name of `--reason`.
	const options = given.why === undefined ? given : { reason: given.why, ...given }
	const help = values.help === true
	if (!help) {
		if (missing !== -1) throw new UsageError(`${takes[missing]} is missing.`)
		if (positionals.length > takes.length)
			throw new UsageError(`“${positionals[takes.length]}” is one argument too many.`)
		const needed = command.needs?.find((name) => !options[name]?.trim())
		if (needed !== undefined) throw new UsageError(`--${needed} is missing.`)
	}
	return {
		command,
		input: { args: positionals, options },
		json: values.json === true,
		yes: values.yes === true,
		help,
	}
}

function parse(argv: readonly string[], options: ParseArgsOptionsConfig) {
	try {
		return parseArgs({ args: [...argv], allowPositionals: true, options })
	} catch (error) {
		throw new UsageError(sentence(error))
	}
}

/**
 * Carries out a command and prints its outcome. If the command changes something, asks for confirmation first. Returns the exit
 * code.
 */
export async function runCall(
	{ command, input, json, yes }: Call,
	admin: AdminContext,
	{ say, note, confirm }: Terminal,
): Promise<number> {
	const { will, act } = await command.prepare(admin, input)
	if (will.length > 0) {
		for (const line of will) note(printable(line))
		if (!yes) {
			if (confirm === undefined) throw new UsageError('Nothing was done. Add --yes to do it.')
			if (!(await confirm('Go ahead? [y/N] '))) {
				note('Nothing was done.')
				return 1
			}
		}
	}
	const { data, lines } = await act()
	if (json) say(printable(JSON.stringify(command.shape.parse(data))))
	else for (const line of lines) (command.prints ? note : say)(printable(line))
	return 0
}

/** Returns the help of one command: its usage and what it does or, with `--json`, the JSON Schema of what it prints. */
export function helpOf(name: string, command: Command, json: boolean): string {
	if (json) return JSON.stringify(z.toJSONSchema(command.shape), null, 2)
	const general = `--json${command.changes ? ', --yes' : ''} and --help are accepted too.`
	return [
		`npm run admin -- ${usageLine(name, command)}`,
		`  ${command.does}`,
		...(command.takes?.includes('[period]') ? [`  ${whatIsAPeriod}`] : []),
		`  ${general} --help --json prints the JSON Schema of its output.`,
	].join('\n')
}
