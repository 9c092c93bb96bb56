import { useParams } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { DraftEditor } from '#admin/pages/announcements/draft-editor.tsx'
import { MessagesFrame } from '#admin/pages/messages/messages-frame.tsx'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { MailView } from '#admin/ui/mail-view.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'

/** Shows one announcement: its draft, or how far it has been sent. */
export function Page() {
	const { id = '' } = useParams()
	return id === 'new' ? <DraftEditor key="new" draft={undefined} /> : <Known key={id} id={id} />
}

/** How often the progress is read again, in seconds. */
const every = 5

function Known({ id }: { id: string }) {
	const { data, error, reload, updatedAt } = useRead('announcement', { id }, { every })
	if (data === undefined)
		return (
			<MessagesFrame title="Announcement" note="">
				{error === undefined ? <Loading lines={10} /> : <Failed error={error} onRetry={reload} />}
			</MessagesFrame>
		)
	if (data.begun_at === null) return <DraftEditor draft={data} onSent={reload} />
	return (
		<MessagesFrame
			title={data.subject}
			note={`Written by ${data.written_by}, sent ${timeOf(data.begun_at)}.`}
			updatedAt={updatedAt}
		>
			<div className="announcement">
				<Progress announcement={data} onChanged={reload} />
				<section aria-label="The email" className="grid content-start gap-4 min-w-0">
					<MailView mail={data.mail} />
				</section>
			</div>
		</MessagesFrame>
	)
}

interface ProgressProps {
	announcement: Answer<'announcement'>
	onChanged: () => void
}

function Progress({ announcement, onChanged }: ProgressProps) {
	const { id, recipients, mailed, left_out, refused, ended_at, stopped_at } = announcement
	const all = recipients ?? 0
	const isOver = ended_at !== null || mailed + left_out + refused >= all
	return (
		<section aria-labelledby="progress" className="grid content-start gap-4">
			<h2 id="progress" className="section-title mb-0">
				{stopped_at !== null ? 'Stopped' : isOver ? 'Sent' : 'Being sent'}
			</h2>
			<progress aria-label="Sent" max={Math.max(1, all)} value={mailed + left_out} className="w-full" />
			<p className="figures" role="status">
				{mailed.toLocaleString('en-GB')} of {all.toLocaleString('en-GB')} have received it
				{stopped_at === null ? '' : `; it was stopped ${timeOf(stopped_at)}`}.
			</p>
			{left_out > 0 ? (
				<p className="text-soft">
					{left_out === 1 ? 'One was' : `${left_out.toLocaleString('en-GB')} were`} left out: they no longer
					wanted news, or sending had been stopped.
				</p>
			) : null}
			{refused > 0 ? (
				<p className="text-brick">
					{refused === 1 ? 'One was' : `${refused.toLocaleString('en-GB')} were`} refused by the mail server.
					Home lists them.
				</p>
			) : null}
			{!isOver && stopped_at === null ? (
				<div>
					<ActButton
						act="stop-announcement"
						input={{ id }}
						title="Stop sending"
						label="Stop it"
						opens="Stop …"
						isDanger
						done="It’s stopped."
						onDone={onChanged}
					/>
				</div>
			) : null}
			{stopped_at !== null && mailed < all ? (
				<div>
					<ActButton
						act="resume-announcement"
						input={{ id }}
						title="Continue sending"
						label="Continue it"
						opens="Continue …"
						done="Sending continues."
						onDone={onChanged}
					/>
				</div>
			) : null}
		</section>
	)
}
