import { DecisionError } from '#server/shop/plan.ts'
import { type DocumentName, type Fault, isDocumentName } from '#shared/content/documents.ts'
import { formOf, titleOf } from '#shared/content/form.ts'

/** Somebody else has changed the document since the writer read it. Nothing of theirs is overwritten. */
export class DocumentChanged extends DecisionError {
	/** The version that it has now; 0 if it does not exist. */
	readonly version: number

	constructor(version: number) {
		super('Somebody else has changed this in the meantime. Look at their version before you save yours.')
		this.name = 'DocumentChanged'
		this.version = version
	}
}

/** The document does not match its schema, so it is not saved or published. What was there stays. */
export class DocumentFaulty extends DecisionError {
	readonly faults: readonly Fault[]

	constructor(name: DocumentName, faults: readonly Fault[]) {
		const fieldOf = (path: string) => (isDocumentName(name) ? titleOf(formOf(name), path) : path)
		const list = faults.map(({ path, says }) => (path === '' ? says : `${fieldOf(path)}: ${says}`))
		super(`Something has to be mended first. ${list.join('; ')}.`)
		this.name = 'DocumentFaulty'
		this.faults = faults
	}
}

/** The history no longer has a version: a later draft has replaced it. */
export function versionForgotten(): DecisionError {
	return new DecisionError('The history doesn’t have that version any more. Look at it again.')
}

export function documentNotFound({ kind, id }: DocumentName): DecisionError {
	return new DecisionError(`The shop has no ${kind} called ${id}.`)
}
