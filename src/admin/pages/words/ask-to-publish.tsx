import { useState } from 'react'
import { type ShownDocument, useDraft } from '#admin/pages/words/drafts.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { TextArea } from '#admin/ui/text-area.tsx'
import { timeOf } from '#admin/ui/times.ts'

interface AskToPublishProps {
	input: Pick<ShownDocument, 'kind' | 'id' | 'version'>
	title: string
	onDone: () => void
}

/** Asks the owners to publish a draft. */
export function AskToPublish({ input, title, onDone }: AskToPublishProps) {
	const [note, setNote] = useState('')
	return (
		<ActButton
			act="ask-to-publish"
			input={{ ...input, note }}
			title={`Ask to publish ${title}`}
			opens="Ask to publish …"
			label="Ask the owners"
			variant="primary"
			reason="none"
			done="The owners are asked."
			onDone={onDone}
		>
			<TextArea
				label="What should they know? (optional)"
				name="note"
				rows={2}
				maxLength={500}
				value={note}
				onChange={setNote}
			/>
		</ActButton>
	)
}

/** Says who asks an owner to publish the draft, until someone changes it. */
export function RequestToPublish({ document, reload }: { document: ShownDocument; reload: () => void }) {
	const [draft] = useDraft(document)
	const { kind, id, title, asked } = document
	// Typing since then has taken it back.
	if (asked === null || draft.version > document.version) return null
	return (
		<div className="order-last flex basis-full flex-wrap items-center justify-between gap-x-6 gap-y-2">
			<p className="wrap-anywhere">
				<b>{asked.by}</b> asks to publish it, {timeOf(asked.at)}
				{asked.note === '' ? '.' : `: “${asked.note}”`}
			</p>
			<ActButton
				act="end-request"
				input={{ kind, id, version: draft.version }}
				title={`Don’t publish ${title} for now`}
				opens="End the request …"
				label="End the request"
				reason="asked"
				done="Nobody is asked any more. The draft stays."
				onDone={reload}
			/>
		</div>
	)
}
