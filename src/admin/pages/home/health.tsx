import type { ReactNode } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { dayMs } from '#shared/clock.ts'
import { counted } from '#shared/wording.ts'

type State = Answer<'shop-health'>

/** Shows one line about the state of the shop: events, emails, backups and audits. */
export function Health({ every }: { every: number }) {
	const { data, error, reload } = useRead('shop-health', {}, { every })
	return (
		<section aria-labelledby="health">
			<div className="section-head">
				<h2 id="health">Health</h2>
			</div>
			{error !== undefined && data === undefined ? (
				<Failed error={error} onRetry={reload} />
			) : data === undefined ? (
				<Loading lines={1} />
			) : (
				<dl className="health">
					{partsOf(data).map(([name, says, isWrong]) => (
						<div key={name} data-wrong={isWrong || undefined}>
							<dt>{name}</dt>
							<dd>{says}</dd>
						</div>
					))}
				</dl>
			)}
		</section>
	)
}

const slowSeconds = 300
const oldBackupMs = 2 * dayMs

function partsOf(state: State): [name: string, says: ReactNode, isWrong: boolean][] {
	const { event_delay_seconds: delay, newest_event_at, events_waiting } = state
	const { mails_waiting, mails_refused } = state
	const { newest_backup_at: backup, backups_readable, audited_at, audit_differences, version } = state
	return [
		[
			'Payments from Stripe',
			delay === null
				? 'can’t be read just now'
				: newest_event_at === null
					? 'none has arrived yet'
					: `${delay < 1 ? 'arrive at once' : `arrive within ${spoken(delay)}`}${events_waiting === 0 ? '' : `; ${events_waiting} waiting`}`,
			delay === null || delay > slowSeconds,
		],
		[
			'Email',
			mails_waiting === null
				? 'can’t be read just now'
				: `${mails_waiting === 0 ? 'none waiting' : `${mails_waiting} waiting`}; ${mails_refused === 0 ? 'none refused' : `${mails_refused} refused`}`,
			mails_waiting === null || mails_refused !== 0,
		],
		[
			'Newest backup',
			backup !== null ? timeOf(backup) : backups_readable ? 'none yet' : 'can’t be read just now',
			!backups_readable || (backup !== null && Date.now() - Date.parse(backup) > oldBackupMs),
		],
		[
			'Audit with Stripe',
			audited_at === null
				? 'none yet'
				: `${timeOf(audited_at)}: ${audit_differences ? counted(audit_differences, 'difference') : 'no difference'}`,
			audit_differences !== null && audit_differences > 0,
		],
		['Version', version, false],
	]
}

function spoken(seconds: number): string {
	return seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
