import type { WordDocument } from './document.ts'

export const academicNotes: WordDocument = {
	fileName: '9-Academic-CV-notes.docx',
	title: 'Academic CV notes, with an example',
	blocks: [
		{ kind: 'title', text: 'Academic CV notes, with an example' },
		{
			kind: 'text',
			text: 'For a PhD, a research assistant’s post or a funded master’s. The reader is a specialist with a person specification in front of them; they are not skimming, they are scoring.',
		},
		{ kind: 'heading', text: 'What is different' },
		{
			kind: 'grid',
			header: ['Part', 'Other employers', 'A university'],
			widths: [22, 36, 42],
			rows: [
				[
					'Length',
					'One or two pages',
					'No fixed limit unless the call sets one; two pages is plenty before a PhD',
				],
				['First section', 'Whatever is strongest', 'Education, with thesis titles and supervisors'],
				['Projects', 'The result', 'The question, the method, your part, then the result'],
				['Publications', 'Left out', 'A section of its own, in the style of your field, your name in bold'],
				['Referees', 'Left out', 'Two or three, named, with their permission: usually asked for'],
				['Other jobs', 'Full of evidence', 'Short, unless they show teaching, data or funding'],
			],
		},
		{
			kind: 'text',
			text: 'Sources, read in November 2026: Oxford’s Careers Service says that there is no page limit but to stay concise (careers.ox.ac.uk/academic-applications); Nottingham calls three to five pages a reasonable guide for researchers, and warns that a stated limit is strict (nottingham.ac.uk/careers/research/careermanagement/researchstaff/academiccareers/cv.aspx).',
		},
		{ kind: 'heading', text: 'Rules that save you' },
		{
			kind: 'points',
			items: [
				'**Mirror the person specification.** Use its criteria, in its order, as your headings or in your letter. The panel gives marks against that list.',
				'**Say what is published and what is not.** Published, accepted, under review, in preparation: four different things. A poster is worth its line.',
				'**Say what you did.** “Third author; I collected and coded the interviews.”',
				'**Techniques with evidence.** “qPCR (about 400 samples)”, not “laboratory skills”.',
				'**Write to the supervisor first** for a PhD: four sentences, one of them about a paper of theirs you have read. The model is in 7-Speculative-email.',
				'**Funders have forms of their own.** UK Research and Innovation asks for a narrative CV in many calls: use the form in the call, not this one.',
			],
		},
		{ kind: 'heading', text: 'Example: applying for a PhD', startsPage: true },
		{
			kind: 'text',
			text: '**Hanna Kowalczyk** · Plymouth · 07700 900917 · hanna.kowalczyk@example.com · orcid.org (your own number)',
		},
		{ kind: 'subheading', text: 'Research interests' },
		{
			kind: 'text',
			text: 'How seagrass meadows recover after storms, and whether photographs taken by volunteers can measure it.',
		},
		{ kind: 'subheading', text: 'Education' },
		{
			kind: 'role',
			title: 'MRes Marine Biology, Distinction',
			organisation: 'University of Plymouth',
			dates: 'Sept 2025 – Sept 2026',
		},
		{
			kind: 'text',
			text: 'Thesis (mark 77): Recovery of a seagrass meadow over two winters, from 3,100 volunteer photographs. Supervisor: Dr Imogen Hale. I trained the image classifier, checked it by hand on 600 pictures (agreement 91%) and dived 14 transects to test it.',
		},
		{
			kind: 'role',
			title: 'BSc Biology, 4.7 out of 5.0',
			organisation: 'Uniwersytet Zatoki, Gdynia, Poland',
			dates: 'Oct 2022 – July 2025',
		},
		{ kind: 'subheading', text: 'Publications and talks' },
		{
			kind: 'points',
			items: [
				'**Kowalczyk, H.**, Hale, I. (under review). Volunteer photographs measure seagrass cover as well as quadrats do.',
				'**Poster:** Students’ coastal science day, Plymouth, May 2026. Second prize of 31.',
			],
		},
		{ kind: 'subheading', text: 'Research experience' },
		{
			kind: 'role',
			title: 'Research assistant, 2 days a week',
			organisation: 'Tamar Estuary Laboratory, Plymouth',
			dates: 'June 2026 – Aug 2026',
		},
		{
			kind: 'text',
			text: 'Prepared and ran about 400 qPCR samples; found a labelling error in batch two before it reached the analysis.',
		},
		{ kind: 'subheading', text: 'Teaching' },
		{
			kind: 'role',
			title: 'Demonstrator, first-year practicals (24 students)',
			organisation: 'University of Plymouth',
			dates: 'Jan 2026 – May 2026',
		},
		{ kind: 'subheading', text: 'Funding' },
		{
			kind: 'text',
			text: 'Coastal Fieldwork Bursary, £1,200 (2026), for diving costs: one of 5 awarded from 48.',
		},
		{ kind: 'subheading', text: 'Techniques' },
		{
			kind: 'text',
			text: 'R (mixed models), Python (image classification), qPCR, GIS, scientific diving (European Scientific Diver), boat handling.',
		},
		{ kind: 'subheading', text: 'Referees' },
		{
			kind: 'text',
			text: 'Dr Imogen Hale, thesis supervisor, University of Plymouth, i.hale@example.ac.uk. Dr Piotr Lis, Tamar Estuary Laboratory, p.lis@example.org. Both have agreed.',
		},
	],
}
