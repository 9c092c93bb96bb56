import { useMemo, useState } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import { Differences } from '#admin/pages/words/differences.tsx'
import { DocumentPage, type DocumentProps } from '#admin/pages/words/document-frame.tsx'
import { useDraft } from '#admin/pages/words/drafts.ts'
import { Fields } from '#admin/pages/words/fields.tsx'
import { pathsWith } from '#admin/pages/words/values.ts'
import { idOf, WritingContext } from '#admin/pages/words/writing.tsx'
import { useMe } from '#admin/session/session.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Field } from '#web/ui/field.tsx'

/** Edits a document. What is typed saves itself. */
export function Page() {
	return <DocumentPage>{(props) => <Editor {...props} />}</DocumentPage>
}

function Editor({ document, reload }: DocumentProps) {
	const [draft, { change }] = useDraft(document)
	const [sought, seek] = useState('')
	const { form } = document
	// Only products and articles have pictures of Media.
	const media = useRead('pictures', {}, { enabled: ['product', 'article'].includes(document.kind) })
	const faults = useMemo(
		() =>
			new Map(
				draft.faults.map(({ path, says }) => [path, `${says.charAt(0).toUpperCase()}${says.slice(1)}.`]),
			),
		[draft.faults],
	)
	// Only what was sought changes it: a field must not vanish while it is being mended.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the content as it was when the words were typed
	const found = useMemo(
		() => (sought.trim() === '' ? undefined : new Set(pathsWith(sought.trim(), form, draft.content))),
		[sought, form],
	)
	return (
		<WritingContext value={{ faults, found, media }}>
			<Offered document={document} reload={reload} />
			{draft.faults.length === 0 ? null : (
				<section aria-label="To be mended" className="failed mb-6">
					<p>Mend this before it can be published:</p>
					<ul className="grid gap-1">
						{draft.faults.map(({ path, field, says }) => (
							<li key={`${path} ${says}`}>
								<button type="button" className="row-link text-left" onClick={() => reveal(path)}>
									{field === '' ? says : `${field} ${says}`}
								</button>
							</li>
						))}
					</ul>
				</section>
			)}
			<div className="document-fields">
				<Field
					label="Find words in it"
					hint={
						found === undefined
							? 'To get to a typo quickly.'
							: found.size === 0
								? 'Nothing here has them.'
								: 'Only what has them is shown.'
					}
					type="search"
					value={sought}
					autoComplete="off"
					onChange={(event) => seek(event.target.value)}
				/>
				<Fields field={form} value={draft.content} path="" onChange={change} />
			</div>
		</WritingContext>
	)
}

/** Moves to the field at a path, which its part shows because something is wrong in it. */
function reveal(path: string): void {
	const control = globalThis.document.getElementById(idOf(path))
	control?.scrollIntoView({ block: 'center' })
	control?.focus()
}

/** Offers the new words of a release. */
function Offered({ document, reload }: DocumentProps) {
	const { kind, id, title, is_offered: isOffered, offered } = document
	const [{ version }] = useDraft(document)
	const isOwner = useMe().role === 'owner'
	if (!isOffered || !isOwner) return null
	const input = { kind, id, version }
	return (
		<section aria-labelledby="offered" className="mb-8 grid gap-3">
			<h2 id="offered" className="section-title mb-0">
				The last update brought other words
			</h2>
			<p className="text-soft">You’ve changed this, so it was left as it is.</p>
			<Differences of={offered} none="They are the same as yours." />
			<div className="flex flex-wrap gap-2">
				<ActButton
					act="keep-document"
					input={input}
					title={`Keep ${title}`}
					label="Keep mine"
					opens="Keep mine …"
					reason="none"
					done="It stays as it is."
					onDone={reload}
				/>
				<ActButton
					act="take-release"
					input={input}
					title={`Take the new words of ${title}`}
					label="Take them"
					opens="Take them …"
					done="It’s published. Visitors see it within about ten seconds."
					onDone={reload}
				/>
			</div>
		</section>
	)
}
