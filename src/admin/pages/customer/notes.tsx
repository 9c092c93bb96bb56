import { useUnsaved } from '#admin/session/unsaved.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { Field } from '#web/ui/field.tsx'

interface NotesProps {
	/** The id of the customer. */
	id: string
	notes: NonNullable<Answer<'customer'>['notes']>
	onChanged: () => void
}

const unsaved = new Map<string, string>()

/** Shows the notes that members have written for each other about a customer. */
export function Notes({ id, notes, onChanged }: NotesProps) {
	const [body, setBody] = useUnsaved(unsaved, id, '')
	return (
		<section aria-labelledby="notes">
			<div className="section-head">
				<h2 id="notes" className="section-title">
					Notes
				</h2>
				<ActButton
					act="write-note"
					input={body.trim() === '' ? undefined : { customer: id, body }}
					title="Write a note"
					label="Save it"
					opens="Write a note …"
					reason="none"
					done="The note is saved."
					onDone={() => {
						setBody(undefined)
						onChanged()
					}}
				>
					<Field
						label="Note"
						name="note"
						maxLength={2_000}
						required
						autoComplete="off"
						value={body}
						onChange={(event) => setBody(event.target.value)}
					/>
				</ActButton>
			</div>
			{notes.length === 0 ? <p className="text-soft">None yet. Only members see them.</p> : null}
			<ul className="lines">
				{notes.map((note) => (
					<li key={note.id}>
						<p className="wrap-anywhere whitespace-pre-line">{note.body}</p>
						<p className="flex flex-wrap items-center justify-between gap-x-4 text-soft wrap-anywhere">
							{note.by}, {timeOf(note.at)}
							<ActButton
								act="remove-note"
								input={{ note: note.id }}
								title="Delete the note"
								label="Delete"
								variant="quiet"
								reason="none"
								done="The note is deleted."
								onDone={onChanged}
							/>
						</p>
					</li>
				))}
			</ul>
		</section>
	)
}
