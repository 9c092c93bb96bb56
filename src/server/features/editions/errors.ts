import { DecisionError } from '#server/shop/plan.ts'

/** The bytes of an upload are missing from the store. */
export function uploadLost(): DecisionError {
	return new DecisionError('The upload is gone. Upload the file again.')
}

export function uploadEnded(): DecisionError {
	return new DecisionError('That upload was used, replaced or discarded.')
}

export function fileMissing(title: string): DecisionError {
	return new DecisionError(`The file of ${title} is missing from the store.`)
}

export function fileChanged(): DecisionError {
	return new DecisionError('Somebody else has just changed the file. Check it again.')
}
