import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#admin/api/api-error.ts'
import { previewAct } from '#admin/api/call-api.ts'
import { MessagesFrame } from '#admin/pages/messages/messages-frame.tsx'
import { useUnsaved } from '#admin/session/unsaved.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { ActNow } from '#admin/ui/act-now.tsx'
import { MailView } from '#admin/ui/mail-view.tsx'
import { TextArea } from '#admin/ui/text-area.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import type { ShownMail } from '#shared/admin/messages.ts'
import { Field } from '#web/ui/field.tsx'

interface DraftEditorProps {
	/** Undefined for a new announcement. */
	draft: Answer<'announcement'> | undefined
	onSent?: () => void
}

interface Typed {
	subject: string
	body: string
	/** The `saved_at` of the draft that this text started from. */
	over: string | undefined
}

const unsaved = new Map<string, Typed>()

/** Edits an announcement, beside a preview of its email. Only saved text can be tested and sent. */
export function DraftEditor({ draft, onSent = () => {} }: DraftEditorProps) {
	const navigate = useNavigate()
	const saved = { subject: draft?.subject ?? '', body: draft?.body ?? '', over: draft?.saved_at }
	const isSame = (typed: Typed) => typed.subject === saved.subject && typed.body === saved.body
	const [{ subject, body, over }, setTyped] = useUnsaved(unsaved, draft?.id ?? 'new', saved, isSame)
	const isComplete = subject.trim() !== '' && body.trim() !== ''
	const isKept = draft !== undefined && subject.trim() === draft.subject && body.trim() === draft.body
	const input = isComplete ? { id: draft?.id, subject, body, over } : undefined
	const mail = useDraftMail(isComplete ? { subject, body } : undefined)
	const change = (changed: Partial<Typed>) => setTyped({ subject, body, over, ...changed })
	return (
		<MessagesFrame
			title={draft === undefined ? 'A new announcement' : 'Draft'}
			note={
				draft === undefined
					? 'Nobody is emailed until you send it.'
					: `Saved by ${draft.written_by}, ${timeOf(draft.saved_at)}. Nobody is emailed until you send it.`
			}
		>
			<div className="announcement">
				<section aria-label="What you write" className="grid content-start gap-5">
					<Field
						label="Subject"
						name="subject"
						maxLength={150}
						autoComplete="off"
						value={subject}
						onChange={(event) => change({ subject: event.target.value })}
					/>
					<TextArea
						label="Text"
						name="body"
						hint="Leave an empty line between paragraphs. Addresses that begin with https:// become links. The greeting and the link that stops these emails are added."
						rows={14}
						maxLength={10_000}
						value={body}
						onChange={(text) => change({ body: text })}
					/>
					<div className="flex flex-wrap gap-3">
						<ActNow
							act="save-announcement"
							input={input}
							label="Save the draft"
							variant={isKept ? 'secondary' : 'primary'}
							disabled={isKept}
							done="The draft is saved."
							onDone={(kept) => {
								if (draft === undefined) {
									setTyped(undefined)
									void navigate(`/messages/announcements/${kept.id}`, { replace: true })
								} else {
									setTyped({ subject: subject.trim(), body: body.trim(), over: kept.saved_at })
									onSent()
								}
							}}
						/>
						{draft === undefined ? null : (
							<>
								<ActNow
									act="test-announcement"
									input={{ id: draft.id }}
									label="Send me a test"
									disabled={!isKept}
									done="The test is on its way."
								/>
								<ActButton
									act="send-announcement"
									input={{ id: draft.id, over: draft.saved_at }}
									title="Send the announcement"
									label="Send it"
									opens="Send it …"
									variant={isKept ? 'primary' : 'secondary'}
									disabled={!isKept}
									isDanger
									done="It’s being sent."
									onDone={onSent}
								/>
								<ActButton
									act="remove-announcement"
									input={{ id: draft.id }}
									title="Delete the draft"
									label="Delete it"
									opens="Delete …"
									variant="quiet"
									reason="none"
									done="The draft is deleted."
									onDone={() => {
										setTyped(undefined)
										void navigate('/messages/announcements')
									}}
								/>
							</>
						)}
					</div>
					{draft !== undefined && !isKept ? (
						<p className="margin-note">
							Save the draft first: a test and the announcement itself use the saved text.
						</p>
					) : null}
				</section>
				<section aria-label="The email" className="grid content-start gap-4 min-w-0">
					{isComplete ? (
						<MailView mail={mail ?? draft?.mail} />
					) : (
						<p className="text-soft">The email appears here once it has a subject and a text.</p>
					)}
				</section>
			</div>
		</MessagesFrame>
	)
}

/** How long typing must pause before the preview is read again, in milliseconds. */
const restMs = 600

function useDraftMail(draft: { subject: string; body: string } | undefined): ShownMail | undefined {
	const [mail, show] = useState<ShownMail>()
	const key = JSON.stringify(draft)
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether the text has changed
	useEffect(() => {
		if (draft === undefined) return
		const left = new AbortController()
		const { signal } = left
		const timer = setTimeout(() => {
			// The text is previewed as a new draft, so that it doesn't matter what somebody else has saved in the meantime.
			previewAct('save-announcement', draft, { signal }).then(
				(preview) => show(preview.mail),
				(error: unknown) => {
					if (!signal.aborted && !(error instanceof ApiError)) throw error
				},
			)
		}, restMs)
		return () => {
			left.abort()
			clearTimeout(timer)
		}
	}, [key])
	return mail
}
