import { expect, test } from 'vitest'
import { readPreview } from '#admin/api/api-error.ts'

const changed = { will: ['Refunds £9.99.'], plan: '68On_Nh_KTZPXpt-aRUxeI' }
const mail = {
	subject: 'Your refund',
	html: '<p>£9.99</p>',
	styles: 'p {}',
	text: '£9.99',
	files: [{ name: 'terms.txt', text: 'Terms' }],
}

test('the preview of a changed plan has its sentences and the email to the customer', () => {
	expect(readPreview({ ...changed, mail })).toEqual({ ...changed, mail })
})

test('a changed plan without an email has a preview without one', () => {
	expect(readPreview(changed)).toEqual(changed)
	expect(readPreview({ ...changed, mail: { subject: 'Your refund' } })).toEqual(changed)
})

test('an error without a plan has no preview', () => {
	expect(readPreview({})).toBeUndefined()
	expect(readPreview({ will: 'Refunds £9.99.', plan: '68On' })).toBeUndefined()
})
