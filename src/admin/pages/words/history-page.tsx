import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { Differences } from '#admin/pages/words/differences.tsx'
import { DocumentPage, type DocumentProps } from '#admin/pages/words/document-frame.tsx'
import { useDraft } from '#admin/pages/words/drafts.ts'
import { changeName } from '#admin/pages/words/names.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'

/** Lists the versions of a document, what each has changed, and lets one be taken back. */
export function Page() {
	return <DocumentPage>{(props) => <History key={props.document.version} {...props} />}</DocumentPage>
}

function History({ document, reload }: DocumentProps) {
	const { kind, id } = document
	const { data, error, reload: again } = useRead('document-history', { kind, id })
	if (data === undefined)
		return error === undefined ? <Loading lines={8} /> : <Failed error={error} onRetry={again} />
	return (
		<ol className="versions">
			{data.rows.map((row) => (
				<li key={row.version}>
					<Version row={row} document={document} reload={reload} />
				</li>
			))}
		</ol>
	)
}

interface VersionProps extends DocumentProps {
	row: Answer<'document-history'>['rows'][number]
}

function Version({ row, document, reload }: VersionProps) {
	const [isOpen, open] = useState(false)
	const line = (
		<>
			<span className="part-name">{changeName(row.change)}</span>
			<span className="margin-note">
				{row.by === 'the release' ? '' : `${row.by}, `}
				{timeOf(row.at)}
			</span>
		</>
	)
	if (!row.has_words)
		return (
			<>
				<p className="version">{line}</p>
				<Claims of={row.claims} />
			</>
		)
	return (
		<details className="part" onToggle={(event) => open(event.currentTarget.open)}>
			<summary>{line}</summary>
			{isOpen ? <Opened row={row} document={document} reload={reload} /> : null}
		</details>
	)
}

function Opened({ row, document, reload }: VersionProps) {
	const { kind, id, title } = document
	const navigate = useNavigate()
	const [draft] = useDraft(document)
	const { data, error, reload: again } = useRead('document-differences', { kind, id, version: row.version })
	if (data === undefined)
		return error === undefined ? <Loading lines={3} /> : <Failed error={error} onRetry={again} />
	return (
		<div className="part-fields">
			<Differences of={data.changed} none="It changed no words." />
			<Claims of={row.claims} />
			{data.from_now.length === 0 ? (
				<p className="margin-note">This is what is published.</p>
			) : (
				<div>
					<ActButton
						act="take-back-document"
						input={{ kind, id, version: draft.version, restored: row.version }}
						title={`Take ${title} back`}
						label="Make it the draft"
						opens="Take back …"
						disabled={draft.state.kind !== 'saved'}
						reason="none"
						done="It’s the draft now. Publish it to show it."
						onDone={() => {
							reload()
							void navigate(`/words/${kind}/${id}`)
						}}
					/>
				</div>
			)}
		</div>
	)
}

/** Shows what an owner has said of the sentences that sound like claims. */
function Claims({ of }: { of: VersionProps['row']['claims'] }) {
	if (of.length === 0) return null
	return (
		<ul className="differences" aria-label="Claims">
			{of.map(({ field, sentence, evidence }) => (
				<li key={sentence}>
					<p className="font-semibold">{field}</p>
					<q dir="auto">{sentence}</q>
					<p dir="auto">
						{evidence === null ? 'No claim, in the owner’s view.' : `A claim. What shows it: ${evidence}`}
					</p>
				</li>
			))}
		</ul>
	)
}
