import type { AdminDependencies, Trouble } from '#server/admin-api/dependencies.ts'
import { findQuarantine } from '#server/shop/live-site.ts'

interface QuarantineDependencies extends Pick<AdminDependencies, 'database' | 'payments'> {
	config: Pick<AdminDependencies['config'], 'siteUrl' | 'rehearsal'>
}

/**
 * Returns why the shop charges and emails nobody, and how to end that; undefined if the shop is open. A server that was running
 * when the quarantine ended stays closed until it is restarted.
 */
export async function describeQuarantine({
	database,
	payments,
	config: { siteUrl, rehearsal },
}: QuarantineDependencies): Promise<Trouble | undefined> {
	const quarantine = await findQuarantine(database, { siteUrl, isRehearsal: rehearsal !== undefined })
	const common = { kind: 'quarantine', facts: [] }
	if (quarantine?.mayEnd === true)
		return {
			...common,
			title: 'The shop is quarantined and can’t sell',
			meaning: `${capitalised(quarantine.obstacle.says)}. The pages show, but nobody is charged, refunded or emailed, and nothing is compared with Stripe.`,
			todo: 'If this is a copy or a drill, leave it as it is. To sell again, restart the shop once an owner has let it go on, here or on the server with this:',
			command: 'npm run admin -- resume --by "<your name>"',
			mayResume: true,
		}
	if (quarantine !== undefined)
		return {
			...common,
			title: 'The shop is quarantined and can’t sell',
			meaning: `${capitalised(quarantine.obstacle.says)}. Nobody is charged, refunded or emailed.`,
			todo: quarantine.obstacle.todo,
			command: 'npm run restore -- latest',
		}
	if (payments.closedBecause === undefined) return undefined
	return {
		...common,
		title: 'The shop can’t sell until it’s restarted',
		meaning:
			'Its quarantine has ended, but it started before that. Until it’s restarted, nobody is charged, refunded or emailed.',
		todo: 'Restart every server of the shop as you usually do. With systemd, for the server on port 3000:',
		command: 'systemctl restart headstart@3000',
	}
}

function capitalised(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1)
}
