import type { Product } from '#shared/catalogue-schema.ts'
import { built } from './built.ts'

export const cvSecrets: Product = {
	id: '2',
	slug: 'cv-secrets',
	title: 'CV Secrets No One Tells You',
	shortTitle: 'CV Secrets',
	description:
		'How a CV is really read, first by software and then by a tired person, and how to write one that survives both. An 18-page guide with Word templates you can fill in tonight.',
	pricePence: 1499,
	currency: 'GBP',
	isFree: false,
	category: 'Career',
	downloadCount: 129,
	readingTime: '30 min read',
	pdfFileName: 'CV.zip',
	stripeProductId: 'prod_cv_secrets',
	comingSoon: false,
	edition: { date: '2026-11-21', changes: 'First edition.' },
	rating: { value: 4.8, count: 120 },
	// A stand-alone set of documents. Not an e-book, which Britain does not tax: the templates are there to be filled in.
	taxCode: 'txcd_10503000',
	previewContent: {
		format: 'PDF and Word files in a ZIP',
		whatYouGet: [
			'The CV guide, an 18-page PDF with nine lines shown before and after, from a Saturday job to a dissertation',
			'Two CV templates in Word format: one for students with little experience, one for graduates',
			'One CV shown before and after, both as Word files, so that you can see every change',
			'A cover letter template in Word format, and a whole letter in the guide',
			'A three-page worksheet in Word format: seven questions, eighty action verbs and a log for twenty applications',
		],
		features: [
			'One-column templates without tables, text boxes or icons, so that applicant tracking systems read them in order',
			'A method for turning a part-time job into evidence, with worked lines from nine kinds of work and study',
			'What UK employers expect, for readers who learnt to write CVs elsewhere, and what to write about visas',
			'A list of eleven checks to run before each application, in ten minutes',
		],
		...built,
	},
}
