import { expect, test } from 'vitest'
import { validationText } from './field.tsx'

const valid = { valueMissing: false, typeMismatch: false, patternMismatch: false, tooShort: false }
const field = {
	validity: valid,
	validationMessage: 'As the browser has it.',
	type: 'text',
	value: '',
	minLength: 6,
	title: '',
}

test.each([
	[{ validity: { ...valid, valueMissing: true } }, 'Please fill this in.'],
	[
		{ validity: { ...valid, typeMismatch: true }, type: 'email' },
		'Please give a full address, such as name@example.com.',
	],
	[
		{ validity: { ...valid, patternMismatch: true }, type: 'email' },
		'Please give a full address, such as name@example.com.',
	],
	[
		{ validity: { ...valid, typeMismatch: true }, type: 'email', value: 'name @example.com' },
		'Please give a full address, such as name@example.com.',
	],
	[
		{ validity: { ...valid, patternMismatch: true }, type: 'email', value: '\uff41@example.com' },
		'An address can’t contain “\uff41”.',
	],
	[
		{ validity: { ...valid, typeMismatch: true }, type: 'email', value: 'name＠example.com' },
		'An address can’t contain “＠”.',
	],
	[{ validity: { ...valid, tooShort: true } }, 'Too short. It needs at least 6 characters.'],
	[{ validity: { ...valid, patternMismatch: true }, title: 'Enter a name' }, 'Enter a name, please.'],
	[{ validity: { ...valid, patternMismatch: true } }, 'As the browser has it.'],
	[{ validity: { ...valid, typeMismatch: true }, type: 'url' }, 'As the browser has it.'],
])('the validation error %j is shown as “%s”', (state, text) => {
	expect(validationText({ ...field, ...state })).toBe(text)
})
