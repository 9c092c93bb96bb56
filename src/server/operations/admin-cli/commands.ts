import { accountCommands } from '#server/operations/admin-cli/account-commands.ts'
import { type Command, usageLine, whatIsAPeriod } from '#server/operations/admin-cli/command.ts'
import { figureCommands } from '#server/operations/admin-cli/figure-commands.ts'
import { memberCommands } from '#server/operations/admin-cli/member-commands.ts'
import { purchaseCommands } from '#server/operations/admin-cli/purchase-commands.ts'
import { reviewCommands } from '#server/operations/admin-cli/review-commands.ts'
import { ssoCommands } from '#server/operations/admin-cli/sso-commands.ts'
import { upkeepCommands } from '#server/operations/admin-cli/upkeep-commands.ts'

const groups: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
	'Customers and purchases': { ...accountCommands, ...purchaseCommands },
	Figures: figureCommands,
	Reviews: reviewCommands,
	Members: memberCommands,
	'Signing in at a university': ssoCommands,
	Upkeep: upkeepCommands,
}

/** All commands of the admin CLI, by name. */
export const commands: Readonly<Record<string, Command>> = Object.assign({}, ...Object.values(groups))

/** Finds a command by its name, or by an earlier name. */
export function findCommand(name: string): { name: string; command: Command } | undefined {
	const found = Object.entries(commands).find(([known, { formerly }]) => known === name || formerly === name)
	return found && { name: found[0], command: found[1] }
}

/** The help of the whole admin CLI. */
export const usage = [
	'npm run admin -- <command>',
	...Object.entries(groups).flatMap(([title, group]) => [
		'',
		title,
		...Object.entries(group).flatMap(([name, command]) => [
			`  ${usageLine(name, command)}`,
			`      ${command.does}`,
		]),
	]),
	'',
	whatIsAPeriod,
	'Every command takes --json and --help. One that changes something says what it would do and asks first; in a script, add --yes.',
	'Exit code: 0 done, 1 not found or refused, 2 wrong arguments or not possible.',
].join('\n')
