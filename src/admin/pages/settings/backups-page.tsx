import { useEffect } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import { useRunning } from '#admin/pages/settings/check-section.tsx'
import { RunNote } from '#admin/pages/settings/run-note.tsx'
import { SettingsFrame } from '#admin/pages/settings/settings-frame.tsx'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { Empty, Failed, Loading } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { formatBytes } from '#shared/wording.ts'

type Backups = Answer<'backups'>
type Stored = NonNullable<Backups['stored']>

/** Shows the backups, makes and checks them, and says how to restore one. */
export function Page() {
	const { timing, setUnderWay } = useRunning()
	const { data, error, reload } = useRead('backups', {}, timing)
	const isUnderWay = data?.run?.finished_at === null
	useEffect(() => setUnderWay(isUnderWay), [setUnderWay, isUnderWay])
	return (
		<SettingsFrame
			title="Backups"
			note="Each has everything in the database, and all private files, as of one moment. Making one doesn’t interrupt the shop."
		>
			{data === undefined ? (
				error === undefined ? (
					<Loading lines={6} />
				) : (
					<Failed error={error} onRetry={reload} />
				)
			) : (
				<div className="grid gap-8">
					<section aria-labelledby="newest" className="grid gap-4">
						<div className="section-head">
							<div>
								<h2 id="newest" className="section-title">
									{newestOf(data)}
								</h2>
								<p className="text-soft wrap-anywhere">{placeOf(data)}</p>
							</div>
							<div className="flex flex-wrap gap-3">
								<ActButton
									act="check-backups"
									input={{}}
									title="Check all backups"
									opens="Check them …"
									label="Check them"
									reason="none"
									disabled={isUnderWay}
									done="The check is running"
									onDone={reload}
								/>
								<ActButton
									act="back-up"
									input={{}}
									title="Back up now"
									opens="Back up now …"
									label="Back up now"
									variant="primary"
									reason="none"
									disabled={isUnderWay}
									done="The backup is running"
									onDone={reload}
								/>
							</div>
						</div>
						{data.run === null ? null : <Run run={data.run} />}
					</section>
					{data.stored === null ? null : <Listed stored={data.stored} />}
					<HowToRestore id={newestGood(data.stored)?.id} />
				</div>
			)}
		</SettingsFrame>
	)
}

function Run({ run }: { run: NonNullable<Backups['run']> }) {
	const what = run.kind === 'backup' ? 'A backup' : 'A check of the backups'
	const by = run.asked_by === null ? 'by the schedule' : `by ${run.asked_by}`
	return (
		<RunNote
			run={run}
			underWay={`${what}, started ${by}.`}
			finished={(run.result ?? `${what} has ended`).replace(/\.$/, '')}
		/>
	)
}

function newestGood(stored: Stored | null) {
	return stored?.rows.find(({ made }) => made !== null)
}

function newestOf({ stored, place }: Backups): string {
	if (place === null) return 'No place for backups yet'
	if (stored === null) return 'The place of the backups can’t be read just now'
	const newest = newestGood(stored)?.made
	return newest ? `The last good one is of ${timeOf(newest.at)}` : 'None yet'
}

function placeOf({ place, daily_at: daily }: Backups): string {
	if (place === null)
		return 'Set BACKUP_TO on the server to a folder on another disk, or better to a bucket at another provider, and start the shop again.'
	const when =
		daily === null
			? 'None is made by itself: set BACKUP_DAILY_AT.'
			: `One is made every day at ${daily} (UTC).`
	return `They are in ${place}. ${when}`
}

function Listed({ stored: { rows, checked_at: checkedAt, faults } }: { stored: Stored }) {
	return (
		<section aria-labelledby="backups" className="grid gap-4">
			<div>
				<h2 id="backups" className="section-title">
					All backups
				</h2>
				<p className="text-soft">
					{checkedAt === null
						? 'They have never been checked byte by byte. The shop does so every Monday.'
						: `Every byte was checked on ${timeOf(checkedAt)}${faults.length === 0 ? ', and all are whole' : ''}.`}
				</p>
			</div>
			{faults.length === 0 ? null : (
				<ul className="findings">
					{faults.map((fault) => (
						<li key={fault} data-level="error" className="wrap-anywhere">
							{fault}
						</li>
					))}
				</ul>
			)}
			<ListTable
				caption="Backups"
				columns={[
					{ title: 'Name', cell: ({ id }) => <code className="wrap-anywhere">{id}</code>, ownLine: true },
					{ title: 'Made', cell: ({ made }) => (made === null ? 'can’t be restored' : timeOf(made.at)) },
					{ title: 'Size', cell: ({ made }) => made && formatBytes(made.bytes), isNumber: true },
					{
						title: 'Encrypted',
						cell: ({ made }) => made && (made.is_encrypted ? 'yes' : 'no'),
						onlyWide: true,
					},
					{ title: 'Version', cell: ({ made }) => made?.version, onlyWide: true },
				]}
				rows={rows}
				keyOf={({ id }) => id}
				empty={<Empty title="None yet">Press “Back up now”.</Empty>}
			/>
		</section>
	)
}

function HowToRestore({ id = '<name>' }: { id?: string | undefined }) {
	return (
		<section aria-labelledby="restore" className="grid gap-3 max-w-[44rem]">
			<h2 id="restore" className="section-title">
				To restore one
			</h2>
			<p>
				On the server, with the shop stopped and an empty database, run{' '}
				<code className="wrap-anywhere">npm run restore -- {id}</code>. It checks every byte before it changes
				anything. The restored shop then charges and emails nobody until you let it go on, on <i>Home</i>.
			</p>
			<p className="text-soft">The steps are in docs/operating.md, under “Restore”.</p>
		</section>
	)
}
