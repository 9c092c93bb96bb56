/** What of a field's state its words depend on. */
interface Faulty {
	readonly validity: Pick<ValidityState, 'valueMissing' | 'typeMismatch' | 'patternMismatch' | 'tooShort'>
	/** The browser's own words. */
	readonly validationMessage: string
	readonly type: string
	readonly minLength: number
	readonly title: string
}

/** What is wrong with a field and what to do about it, in words of ours where we have them, in the browser's elsewhere. */
export function faultOf({ validity, validationMessage, type, minLength, title }: Faulty): string {
	if (validity.valueMissing) return 'Please fill this in.'
	if (validity.typeMismatch && type === 'email')
		return 'Please give a whole address, such as name@example.com.'
	if (validity.tooShort) return `Too short. It needs at least ${minLength} characters.`
	if (validity.patternMismatch && title !== '') return `${title}, please.`
	return validationMessage
}
