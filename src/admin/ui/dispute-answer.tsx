import { useId, useState } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import { useMe } from '#admin/session/session.ts'
import { useUnsaved } from '#admin/session/unsaved.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { ActNow } from '#admin/ui/act-now.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { Button } from '#web/ui/button.tsx'

interface DisputeAnswerProps {
	dispute: string
	/** What is answered. Each stage has a text of its own. */
	stage: Answer<'dispute'>['stage']
	onDone: () => void
}

/** What the member has typed. */
interface Draft {
	text: string
	/** The `saved_at` of the draft that this text started from; null if there was none. */
	over: string | null
}

const unsaved = new Map<string, Draft>()

/** The answer to a dispute, which can be saved as a draft and sent once. */
export function DisputeAnswer({ dispute, stage, onDone }: DisputeAnswerProps) {
	const [typed] = useUnsaved(unsaved, `${dispute} ${stage}`, undefined)
	const [open, setOpen] = useState(typed !== undefined)
	return (
		<details className="answer" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>{stage === 'appeal' ? 'Write the appeal' : 'Write the answer'}</summary>
			{open ? <Editor dispute={dispute} stage={stage} onDone={onDone} /> : null}
		</details>
	)
}

function Editor({ dispute, stage, onDone }: DisputeAnswerProps) {
	const { role } = useMe()
	const { data, error, reload } = useRead('dispute', { dispute }, { every: 15 })
	const saved = data && { text: data.text, over: data.saved_at }
	const [draft, setTyped] = useUnsaved(
		unsaved,
		`${dispute} ${stage}`,
		saved,
		(typed) => typed.text === data?.text,
	)
	const id = useId()
	if (error !== undefined && data === undefined) return <Failed error={error} onRetry={reload} />
	if (data === undefined || draft === undefined) return <Loading lines={5} />
	const { text, over } = draft
	const input = text.trim() === '' ? undefined : { dispute, text: text.trim(), over }
	const isOvertaken = (data.saved_at ?? '') > (over ?? '') && data.text !== text.trim()
	return (
		<div className="grid gap-3">
			<label htmlFor={id} className="text-label font-semibold">
				What the bank will read
			</label>
			<p className="margin-note">
				{data.saved_at !== null
					? `This began as the draft that ${data.saved_by ?? 'a member'} saved here ${timeOf(data.saved_at)}.`
					: stage === 'appeal'
						? 'This is what the bank was told before, or what the shop’s own records say. Add what answers its decision.'
						: 'The shop has written this from its own records. Change it as you like.'}
			</p>
			<textarea
				id={id}
				rows={12}
				maxLength={20_000}
				value={text}
				onChange={(event) => setTyped({ text: event.target.value, over })}
				className="w-full rounded-control border border-edge bg-sheet p-3 text-ink"
			/>
			{isOvertaken ? (
				<div className="warning grid gap-3" role="status">
					<p>
						{data.saved_by ?? 'Somebody else'} has saved another draft since you began,{' '}
						{timeOf(data.saved_at ?? '')}. It says:
					</p>
					<p className="wrap-anywhere whitespace-pre-line">{data.text}</p>
					<div className="flex flex-wrap gap-3">
						<Button size="small" variant="secondary" onClick={() => setTyped(undefined)}>
							Use theirs
						</Button>
						<Button size="small" variant="secondary" onClick={() => setTyped({ text, over: data.saved_at })}>
							Keep mine
						</Button>
					</div>
				</div>
			) : null}
			<div className="flex flex-wrap gap-3">
				{role === 'owner' ? (
					<ActButton
						act="send-answer"
						input={input}
						title={stage === 'appeal' ? 'Send the appeal to the bank' : 'Send the answer to the bank'}
						label="Send it, once"
						opens="Send to the bank"
						variant="primary"
						isDanger
						done="The bank has your answer"
						onDone={() => {
							setTyped(undefined)
							onDone()
						}}
					/>
				) : null}
				<ActNow
					act="keep-answer"
					input={input}
					label="Save as a draft"
					done="The draft is saved here"
					onDone={({ saved_at }) => {
						setTyped({ text: text.trim(), over: saved_at })
						reload()
						onDone()
					}}
				/>
			</div>
		</div>
	)
}
