import { createInterface } from 'node:readline/promises'
import pino from 'pino'
import { UsageError } from '#server/operations/admin-cli/command.ts'
import { findCommand, usage } from '#server/operations/admin-cli/commands.ts'
import { openRecords, thisSiteOf } from '#server/operations/admin-cli/open-records.ts'
import { helpOf, readCall, runCall } from '#server/operations/admin-cli/run-command.ts'
import { runForOperator } from '#server/operations/admin-cli/run-for-operator.ts'
import { wrapped } from '#server/operations/admin-cli/table.ts'
import { noProgress } from '#server/operations/progress.mjs'
import { readProcessConfig } from '#server/platform/config/config.ts'
import { sentenceOf } from '#server/platform/obstacle.ts'
import { noFaults } from '#server/shop/fault-point.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { sellerOf } from '#server/shop/shop-context.ts'
import { systemClock } from '#shared/clock.ts'

function fitted(text: string, { isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): string {
	if (!isTTY) return text
	return text
		.split('\n')
		.map((line) => wrapped(line, columns || 80))
		.join('\n')
}

/** Asks at the terminal; undefined if the program does not run in one. */
const confirm =
	process.stdin.isTTY && process.stderr.isTTY
		? async (question: string) => {
				const terminal = createInterface({ input: process.stdin, output: process.stderr })
				try {
					return /^y(es)?$/i.test((await terminal.question(question)).trim())
				} finally {
					terminal.close()
				}
			}
		: undefined

await runForOperator(async (print, progress) => {
	const say = (text: string) => print(fitted(text, process.stdout))
	const [wanted = '', ...argv] = process.argv.slice(2)
	const found = findCommand(wanted)
	if (found === undefined) {
		const isAsking = ['', 'help', '--help'].includes(wanted)
		if (isAsking) say(usage)
		else process.stderr.write(`There is no command ${wanted}. npm run admin lists them.\n`)
		return isAsking ? 0 : 2
	}
	const { name, command } = found
	const note = (line: string) => {
		progress.clear()
		process.stderr.write(`${fitted(line, process.stderr)}\n`)
	}
	try {
		const call = readCall(command, argv)
		if (call.help) {
			say(helpOf(name, command, call.json))
			return 0
		}
		const config = readProcessConfig()
		const isResume = name === 'resume'
		const { database, payments, quarantine, close } = await openRecords(config, () => {}, {
			mayAskInQuarantine: isResume,
		})
		try {
			if (quarantine !== undefined && command.changes && !isResume)
				note(`Quarantined: ${sentenceOf(quarantine)}`)
			const clock = systemClock
			const log = pino({ base: null, level: 'warn' }, pino.destination(2))
			const shop = { seller: sellerOf(config), payments, clock, faultPoint: noFaults }
			const admin = {
				database,
				payments,
				shop,
				clock,
				log,
				...thisSiteOf(config),
				adminUrl: config.admin?.url,
			}
			const shown = call.json ? noProgress : progress
			return await runCall(call, { ...admin, progress: shown }, { say, note, confirm })
		} finally {
			await close()
		}
	} catch (error) {
		if (error instanceof DecisionError) {
			note(error.message)
			return 1
		}
		if (!(error instanceof UsageError)) throw error
		note(`${error.message}\n\n${helpOf(name, command, false)}`)
		return 2
	}
})
