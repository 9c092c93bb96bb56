import { expect, test } from 'vitest'
import { faultOf } from './field-fault.ts'

const sound = { valueMissing: false, typeMismatch: false, patternMismatch: false, tooShort: false }
const field = {
	validity: sound,
	validationMessage: 'As the browser has it.',
	type: 'text',
	minLength: 6,
	title: '',
}

test.each([
	[{ validity: { ...sound, valueMissing: true } }, 'Please fill this in.'],
	[
		{ validity: { ...sound, typeMismatch: true }, type: 'email' },
		'Please give a whole address, such as name@example.com.',
	],
	[{ validity: { ...sound, tooShort: true } }, 'Too short. It needs at least 6 characters.'],
	[{ validity: { ...sound, patternMismatch: true }, title: 'Enter a name' }, 'Enter a name, please.'],
	[{ validity: { ...sound, patternMismatch: true } }, 'As the browser has it.'],
	[{ validity: { ...sound, typeMismatch: true }, type: 'url' }, 'As the browser has it.'],
])('%j is told as “%s”', (state, words) => {
	expect(faultOf({ ...field, ...state })).toBe(words)
})
