import { academicNotes } from './academic.ts'
import { careerChangeCv } from './cvs/career-change.ts'
import { firstYearCv } from './cvs/first-year.ts'
import { graduateCv } from './cvs/graduate.ts'
import { mastersCv } from './cvs/masters.ts'
import { partTimeCv } from './cvs/part-time.ts'
import { technicalCv } from './cvs/technical.ts'
import type { WordDocument } from './document.ts'
import { emails } from './emails.ts'
import { exampleAfter } from './example-after.ts'
import { exampleBefore } from './example-before.ts'
import { careerChangeLetter } from './letter-career-change.ts'
import { placementLetter } from './letter-placement.ts'
import { letterTemplate } from './letter-template.ts'
import { linkedIn } from './linkedin.ts'
import { oneHourPlan } from './one-hour-plan.ts'
import { classicTemplate } from './template-classic.ts'
import { clearTemplate } from './template-clear.ts'
import { modernTemplate } from './template-modern.ts'
import { worksheet } from './worksheet.ts'

export const templates = [clearTemplate, classicTemplate, modernTemplate] as const

/** Six filled CVs. */
export const exampleCvs = [
	firstYearCv,
	graduateCv,
	mastersCv,
	careerChangeCv,
	technicalCv,
	partTimeCv,
] as const

/** The CVs that are also delivered as PDFs. */
export const printedCvs: readonly WordDocument[] = [...exampleCvs, exampleBefore, exampleAfter]

/** The Word files of CV Secrets, in the order in which to open them. The archive has the same order. */
export const cvDocuments: readonly WordDocument[] = [
	oneHourPlan,
	worksheet,
	...templates,
	...exampleCvs,
	exampleBefore,
	exampleAfter,
	letterTemplate,
	placementLetter,
	careerChangeLetter,
	emails,
	linkedIn,
	academicNotes,
]
