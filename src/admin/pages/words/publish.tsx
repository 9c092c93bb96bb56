import { useState } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import type { ShownDocument } from '#admin/pages/words/drafts.ts'
import { isEmails } from '#admin/pages/words/names.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { TextArea } from '#admin/ui/text-area.tsx'
import { TimeChoice } from '#admin/ui/time-choice.tsx'
import type { Answer } from '#shared/admin/api.ts'

interface PublishProps {
	input: Pick<ShownDocument, 'kind' | 'id' | 'version'>
	title: string
	onDone: () => void
}

/** What an owner has said of a sentence so far; the text is what shows it. */
type Said = { isClaim: false } | { isClaim: true; text: string }

/** Publishes a draft, now or at a time. Sentences that sound like claims are asked about first. */
export function Publish({ input, title, onDone }: PublishProps) {
	const [at, setAt] = useState<string>()
	const [wasOpened, setOpened] = useState(false)
	const { data, error, loading, reload } = useRead('draft-claims', input, { enabled: wasOpened })
	const [said, say] = useState<ReadonlyMap<string, Said>>(new Map())
	const rows = data?.rows ?? []
	const claims = rows.flatMap(({ sentence }) => {
		const one = said.get(sentence)
		if (one === undefined || (one.isClaim && one.text.trim() === '')) return []
		return { sentence, evidence: one.isClaim ? one.text : null }
	})
	const isReady = data !== undefined && !loading && claims.length === rows.length && at !== ''
	return (
		<ActButton
			act="publish-document"
			input={isReady ? { ...input, claims, ...(at === undefined ? {} : { at }) } : undefined}
			title={`Publish ${title}`}
			label={at === undefined ? 'Publish it' : 'Plan it'}
			opens="Publish …"
			variant="primary"
			onOpen={() => setOpened(true)}
			done={
				at === undefined
					? `It’s published. ${isEmails(input) ? 'Emails have it from now on.' : 'Visitors see it within about ten seconds.'}`
					: 'It’s planned.'
			}
			onDone={() => {
				setAt(undefined)
				onDone()
			}}
		>
			<TimeChoice label="When" otherwise="Now" name="at" value={at} onChange={setAt} />
			{error !== undefined ? (
				<Failed error={error} onRetry={reload} />
			) : data === undefined ? (
				<Loading lines={2} />
			) : (
				<Questions rows={rows} said={said} say={(sentence, one) => say(new Map(said).set(sentence, one))} />
			)}
		</ActButton>
	)
}

interface QuestionsProps {
	rows: Answer<'draft-claims'>['rows']
	said: ReadonlyMap<string, Said>
	say: (sentence: string, one: Said) => void
}

function Questions({ rows, said, say }: QuestionsProps) {
	if (rows.length === 0) return null
	return (
		<div className="grid gap-5">
			<p>
				{rows.length === 1 ? 'A sentence is new that sounds' : `${rows.length} sentences are new that sound`}{' '}
				like a claim. What visitors may take for a fact, you must be able to show. Your answers are kept with
				this version, for members only.
			</p>
			{rows.map(({ field, sentence }) => {
				const one = said.get(sentence)
				return (
					<fieldset key={sentence} className="claim-question">
						<legend>
							<q dir="auto">{sentence}</q>
							<span className="margin-note">{field}</span>
						</legend>
						<Select
							label="Is this a claim?"
							value={one === undefined ? '' : one.isClaim ? 'yes' : 'no'}
							options={[
								...(one === undefined ? [{ value: '', label: 'Choose …' }] : []),
								{ value: 'yes', label: 'Yes, and this shows it' },
								{ value: 'no', label: 'No' },
							]}
							onChange={(chosen) =>
								say(sentence, chosen === 'yes' ? { isClaim: true, text: '' } : { isClaim: false })
							}
						/>
						{one?.isClaim ? (
							<TextArea
								label="What shows it?"
								name="evidence"
								hint="Where a record is kept, who counted and when."
								rows={2}
								maxLength={2_000}
								value={one.text}
								onChange={(text) => say(sentence, { isClaim: true, text })}
							/>
						) : null}
					</fieldset>
				)
			})}
		</div>
	)
}
