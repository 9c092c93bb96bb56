import { coverLetter } from './cover-letter.ts'
import type { WordDocument } from './document.ts'
import { exampleAfter } from './example-after.ts'
import { exampleBefore } from './example-before.ts'
import { graduateTemplate } from './template-graduate.ts'
import { studentTemplate } from './template-student.ts'
import { worksheet } from './worksheet.ts'

/** The Word files of CV Secrets, in the order of the archive. */
export const cvDocuments: readonly WordDocument[] = [
	studentTemplate,
	graduateTemplate,
	exampleBefore,
	exampleAfter,
	coverLetter,
	worksheet,
]
