import { type ShownDocument, useDraft } from '#admin/pages/words/drafts.ts'
import { Failed } from '#admin/ui/states.tsx'
import { clockOf } from '#admin/ui/times.ts'
import { Button } from '#web/ui/button.tsx'

/** Says whether what was written is saved, and what to do if it isn't. */
export function SaveState({ document }: { document: ShownDocument }) {
	const [{ state, hasDraft }, { keepMine, takeTheirs }] = useDraft(document)
	if (state.kind === 'overtaken') {
		const { by } = state
		return (
			<div role="alert" className="failed">
				<p>
					<strong>{by.changed_by} has changed this since you read it.</strong> Your words are kept here, and
					theirs in the history.
				</p>
				<div className="flex flex-wrap gap-2">
					<Button size="small" variant="secondary" onClick={() => takeTheirs(by)}>
						Go on with theirs
					</Button>
					<Button size="small" variant="secondary" onClick={keepMine}>
						Save mine over theirs
					</Button>
				</div>
			</div>
		)
	}
	if (state.kind === 'refused') return <Failed error={state.error} />
	return (
		<p role="status" className={state.kind === 'kept' ? 'text-brick' : 'text-soft'}>
			{sentenceOf(state, hasDraft)}
		</p>
	)
}

type State = ReturnType<typeof useDraft>[0]['state']

function sentenceOf(state: State, hasDraft: boolean): string {
	if (state.kind === 'kept')
		return state.why === 'unreachable'
			? 'Not saved yet: the shop can’t be reached. Your words are kept in this browser, and saved once it can.'
			: 'Not saved yet: sign in again. Your words are kept in this browser.'
	if (state.kind !== 'saved') return 'Saving …'
	if (state.at !== undefined) return `Saved ${clockOf(state.at)}`
	return hasDraft ? 'There’s a draft that isn’t published.' : 'No draft: type to begin one. It saves itself.'
}
