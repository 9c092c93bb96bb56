import type { Product } from '#shared/catalogue-schema.ts'
import { built } from './built.ts'

export const cvSecrets: Product = {
	id: '2',
	slug: 'cv-secrets',
	title: 'CV Secrets No One Tells You',
	shortTitle: 'CV Secrets',
	description:
		'How a CV is really read, first by software and then by a tired person, and how to write one that gets through both. An 18-page guide, six filled CVs and the Word templates behind them.',
	pricePence: 1499,
	currency: 'GBP',
	isFree: false,
	category: 'Career',
	downloadCount: 129,
	readingTime: '35 min read',
	pdfFileName: 'CV.zip',
	stripeProductId: 'prod_cv_secrets',
	comingSoon: false,
	edition: {
		date: '2026-11-28',
		changes: 'What employers said about AI in 2025, and how many ask for no degree class at all.',
	},
	earlierEditions: [
		{
			date: '2026-11-22',
			changes:
				'Corrects what applicant tracking systems do, with sources, and gives one page or two as an opinion with both sides. New: six filled CVs in three designs, what four programs read in a CV, two filled letters, emails, LinkedIn texts, academic CV notes and a one-hour plan.',
			file: 'CV-2026-11-22.zip',
		},
		{ date: '2026-11-21', changes: 'First edition.', file: 'CV-2026-11-21.zip' },
	],
	rating: { value: 4.8, count: 120 },
	// A stand-alone set of documents. Not an e-book, which Britain does not tax: the templates are there to be filled in.
	taxCode: 'txcd_10503000',
	previewContent: {
		format: 'PDF and Word files in a ZIP',
		whatYouGet: [
			'The CV guide, an 18-page PDF with nine lines shown before and after, from a Saturday job to a dissertation',
			'Six filled CVs in Word and PDF: first year, graduate, master’s, career change, technical and part-time job',
			'Three CV templates in Word format, one for each design: clear, classic and modern',
			'One CV shown before and after with the same facts, both in Word and PDF, so that you can see every change',
			'Two filled cover letters and an empty one; a speculative email, a follow-up and a thank-you; emails that ask for an adjustment and about sponsorship',
			'LinkedIn headline, about and experience, before and after; notes on academic CVs with a filled example',
			'A one-hour plan with steps for Word and for Google Docs',
			'A three-page worksheet in Word format: seven questions, eighty action verbs and a log for twenty applications',
		],
		features: [
			'All six example CVs were read by four text extractors, in Word and PDF: every letter came out in order. The guide shows what they read',
			'A method for turning a part-time job into evidence, with worked lines from nine kinds of work and study',
			'What UK employers expect, for readers who learnt to write CVs elsewhere, and what to write about visas',
			'What is known about applicant tracking systems, with sources, and where advisers disagree',
			'A list of eleven checks to run before each application, in ten minutes',
		],
		...built,
	},
}
