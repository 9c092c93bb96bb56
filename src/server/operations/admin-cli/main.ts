import { createInterface } from 'node:readline/promises'
import pino from 'pino'
import { openFileStore } from '#server/adapters/files/open-file-store.ts'
import { adminDependenciesOf } from '#server/boot/admin-dependencies.ts'
import { type Config, readProcessConfig } from '#server/config/config.ts'
import { loadKeys } from '#server/config/local-keys.ts'
import { operations } from '#server/features/operations.ts'
import { createPreviews } from '#server/features/pages/previews.ts'
import { openRecords } from '#server/operations/admin-cli/open-records.ts'
import { runForOperator } from '#server/operations/admin-cli/run-for-operator.ts'
import { printable, wrapped } from '#server/operations/admin-cli/table.ts'
import { createReadings } from '#server/operations/readings/readings.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createRateLimits } from '#server/platform/http/rate-limit.ts'
import { sentenceOf } from '#server/platform/obstacle.ts'
import { noFaults } from '#server/shop/fault-point.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { sellerOf } from '#server/shop/shop-context.ts'
import { systemClock } from '#shared/clock.ts'
import { findCommand } from './find-command.ts'
import { helpOf, usage } from './help.ts'
import { readLine, UsageError } from './read-line.ts'
import { type Call, runOperation, type Terminal } from './run-operation.ts'

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

/** Opens the shop's records and runs the operation on them, whether the shop is running or not. */
async function runOnRecords(call: Call, terminal: Terminal): Promise<number> {
	const config = readProcessConfig()
	const isResume = call.operation === operations.resume
	const { database, payments, quarantine, close } = await openRecords(config, () => {}, {
		mayAskInQuarantine: isResume,
	})
	try {
		if (quarantine !== undefined && call.operation.kind !== 'read' && !isResume)
			terminal.note(`Quarantined: ${sentenceOf(quarantine)}`)
		const clock = systemClock
		const admin = adminDependenciesOf({
			config,
			adminUrl: config.admin?.url ?? '<ADMIN_URL>',
			database,
			rateLimits: createRateLimits({ pool: database.jobsPool, scale: config.rateLimitScale, workers: 1 }),
			files: openFileStore(config),
			payments,
			askPayments: payments,
			shop: { seller: sellerOf(config), payments, clock, faultPoint: noFaults },
			clock,
			log: pino({ base: null, level: 'warn' }, pino.destination(2)),
			previews: config.devPages === undefined ? await openPreviews(config, database) : undefined,
			readings: createReadings({ database, config }),
			auth: config.auth,
			checks: { doctor: ownProgram('doctor'), audit: ownProgram('audit') },
		})
		return await runOperation(call, admin, terminal)
	} finally {
		await close()
	}
}

/** Renders drafts as the server does, which refuses to publish what can't be rendered. */
async function openPreviews(config: Config, database: Database) {
	const { publishableKey, authEncryptionKey: key } = await loadKeys(config)
	const { siteUrl, site, samlKey } = config
	const offersCampus = samlKey !== undefined
	return createPreviews({ database, siteUrl, publishableKey, site, offersCampus, key, clock: systemClock })
}

/** A check that has a program of its own. It is refused before it is recorded. */
function ownProgram(name: string) {
	const refuse = () => {
		throw new DecisionError(`On the command line, run it with npm run ${name}.`)
	}
	return { start: refuse, lastRun: refuse }
}

await runForOperator(async (print, progress) => {
	const say = (text: string) => print(fitted(text, process.stdout))
	const note = (line: string) => {
		progress.clear()
		process.stderr.write(`${printable(fitted(line, process.stderr))}\n`)
	}
	const [wanted = ''] = process.argv.slice(2)
	let help = ''
	try {
		const command = await findCommand(process.argv.slice(2))
		if (command === undefined) {
			const isAsking = ['', 'help', '--help'].includes(wanted)
			if (isAsking) say(usage())
			else note(`There is no operation ${wanted}. npm run admin lists them.`)
			return isAsking ? 0 : 2
		}
		const { name, operation, argv, replacedBy } = command
		help = helpOf(name, operation, false)
		if (replacedBy !== undefined)
			note(`${wanted} is called ${replacedBy} now, and goes with the next version.`)
		const line = readLine(operation, argv)
		if (line.help) {
			say(helpOf(name, operation, line.json))
			return 0
		}
		return await runOnRecords({ name, operation, line }, { say, note, confirm, output: process.stdout })
	} catch (error) {
		if (error instanceof DecisionError || (error instanceof AppError && error.status < 500)) {
			note(error.message)
			return 1
		}
		if (!(error instanceof UsageError)) throw error
		note(help === '' ? error.message : `${error.message}\n\n${help}`)
		return 2
	}
})
