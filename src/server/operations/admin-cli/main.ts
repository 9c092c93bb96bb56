import { parseArgs } from 'node:util'
import pino from 'pino'
import { commands } from '#server/operations/admin-cli/commands.ts'
import { openRecords } from '#server/operations/admin-cli/open-records.ts'
import { runForOperator } from '#server/operations/admin-cli/run-for-operator.ts'
import { readProcessConfig } from '#server/platform/config/config.ts'
import { noFaults } from '#server/shop/fault-point.ts'
import { sellerOf } from '#server/shop/shop-context.ts'
import { systemClock } from '#shared/clock.ts'

const usage = [
	'npm run admin -- <command>',
	...Object.entries(commands).map(([name, { does }]) => `  ${name} ${does}`),
].join('\n')

await runForOperator(async (say) => {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { by: { type: 'string' }, why: { type: 'string' }, text: { type: 'string' } },
	})
	const [name = '', argument, email] = positionals
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined
	if (command === undefined) {
		say(usage)
		return name === '' ? 0 : 2
	}
	const config = readProcessConfig()
	const { database, payments, close } = await openRecords(config, () => {}, {
		mayAskInQuarantine: name === 'resume',
	})
	try {
		const clock = systemClock
		const log = pino({ base: null, level: 'warn' }, pino.destination(2))
		const shop = { seller: sellerOf(config), payments, clock, faultPoint: noFaults }
		const admin = { database, payments, shop, clock, log, siteUrl: config.siteUrl }
		for (const line of await command.run(admin, argument, { ...values, email })) say(line)
		return 0
	} finally {
		await close()
	}
})
