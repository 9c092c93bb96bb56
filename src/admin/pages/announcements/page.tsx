import { Link } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { MessagesFrame } from '#admin/pages/messages/messages-frame.tsx'
import { ExportButton } from '#admin/ui/export-button.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'

type Announcement = Answer<'announcements'>['rows'][number]

/** Lists all announcements, drafts included. They go to users who asked for news. */
export function Page() {
	const read = useRead('announcements', {})
	return (
		<MessagesFrame
			title="Announcements"
			note={read.data === undefined ? 'News for those who asked for it.' : noteOf(read.data)}
			updatedAt={read.updatedAt}
			actions={
				<>
					<ExportButton name="export-subscribers" input={{}} label="Export subscribers as CSV" />
					<ButtonLink to="/messages/announcements/new" size="small">
						Write one
					</ButtonLink>
				</>
			}
		>
			<ListTable
				caption="Announcements"
				columns={[
					{ title: 'Subject', cell: ({ subject }) => subject, ownLine: true },
					{ title: 'State', cell: stateOf },
					{ title: 'Written by', cell: ({ written_by }) => written_by, onlyWide: true },
					{
						title: 'To',
						cell: ({ recipients }) => recipients?.toLocaleString('en-GB') ?? '',
						isNumber: true,
					},
				]}
				rows={read.data?.rows}
				keyOf={({ id }) => id}
				hrefOf={({ id }) => `/messages/announcements/${id}`}
				read={read}
				empty={
					<Empty title="None yet">
						Write to those who asked for news about new guides.{' '}
						<Link to="/messages/announcements/new" className="link">
							Write one
						</Link>
					</Empty>
				}
			/>
		</MessagesFrame>
	)
}

function noteOf({ asked, recent }: Answer<'announcements'>): string {
	if (asked === 0)
		return 'Nobody is subscribed to news at the moment. Customers can ask for it by ticking a box on their account page.'
	const count = asked === 1 ? 'One customer has' : `${asked.toLocaleString('en-GB')} customers have`
	const had =
		recent === 0 ? '' : ` ${recent.toLocaleString('en-GB')} of them received one in the last 30 days.`
	return `${count} asked for news about new guides. The shop promises them one email a month at most, and keeps to it.${had}`
}

function stateOf({ saved_at, begun_at, ended_at, stopped_at }: Announcement): string {
	if (begun_at === null) return `Draft, ${timeOf(saved_at)}`
	if (stopped_at !== null) return `Stopped ${timeOf(stopped_at)}`
	return ended_at === null ? 'Being sent' : `Sent ${timeOf(begun_at)}`
}
