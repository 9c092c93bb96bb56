import { DecisionError } from '#server/shop/plan.ts'

export function pictureNotFound(): DecisionError {
	return new DecisionError('There is no such picture. Somebody may have removed it.')
}

export function pictureUsed(titles: readonly string[]): DecisionError {
	return new DecisionError(`The picture is used in ${titles.join(', ')}. Take it out there first.`)
}

export function pictureFileMissing(): DecisionError {
	return new DecisionError('The picture’s file is missing from the store. Upload it again.')
}
