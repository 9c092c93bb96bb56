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
	previewContent: {
		whatYouGet: [
			'The CV guide, an 18-page PDF',
			'Two CV templates in Word format: one for students with little experience, one for graduates',
			'One CV shown before and after, both as Word files, so that you can see every change',
			'A cover letter template and an action-verb and achievement worksheet',
		],
		features: [
			'One-column templates without tables, text boxes or icons, so that applicant tracking systems read them in order',
			'A method for turning a part-time job into evidence, with worked lines',
			'What UK employers expect, for readers who learnt to write CVs elsewhere',
			'A ten-minute check to run before each application',
		],
		format: 'PDF and Word files in a ZIP',
		...built,
	},
	rating: { value: 4.8, count: 120 },
	edition: { date: '2026-11-21', changes: 'First edition.' },
}
