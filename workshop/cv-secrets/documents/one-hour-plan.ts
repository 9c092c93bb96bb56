import type { WordDocument } from './document.ts'

export const oneHourPlan: WordDocument = {
	fileName: '1-One-hour-plan.docx',
	title: 'One-hour plan',
	blocks: [
		{ kind: 'title', text: 'One-hour plan' },
		{
			kind: 'text',
			text: 'For tonight, with one advert in front of you. Sixty minutes end in a CV you can send. Set a timer; an unfinished step is better than a missing one.',
		},
		{
			kind: 'grid',
			header: ['Minutes', 'Do', 'With'],
			widths: [11, 62, 27],
			rows: [
				[
					'0 to 5',
					'Save the advert: print it, “Save as PDF”. Underline its skills and number the first six.',
					'Guide, “The words of the advert”, steps 1 to 3',
				],
				[
					'5 to 10',
					'Choose the example nearest to you, look at its order, and open the template with its design: clear for graduate and part-time job, classic for first year and master’s, modern for career change and technical.',
					'4-Example, 3-Template',
				],
				[
					'10 to 25',
					'For your three best jobs or projects answer: how many, how often, with what, what was it like before, who noticed?',
					'2-Worksheet, step 3',
				],
				[
					'25 to 40',
					'Save the template under your own name. Name, contact, dates, education first: they need no thinking. Then two lines for each job, verb first. Delete sections that you don’t need.',
					'3-Template, and the example beside it',
				],
				[
					'40 to 47',
					'Write the profile last: what you are, your best number, the job you want. On a Graduate visa, its end date. Delete every grey line.',
					'Guide, “The top third”, “Speaking of visas”',
				],
				[
					'47 to 54',
					'Put a finger on each of the six demands. Missing and true: add it, in their word. Missing and untrue: leave it. A few lines over the page? Cut the oldest.',
					'The advert',
				],
				[
					'54 to 58',
					'Search for [ with Ctrl+F (Mac: Cmd+F): none may be left. Save as PDF. Paste test: select all, copy, paste into a plain editor. In order?',
					'Below',
				],
				[
					'58 to 60',
					'File name Lastname-Firstname-CV. Send, or ask one person to read it tomorrow. Fill in the first line of the log.',
					'2-Worksheet, last page',
				],
			],
		},
		{ kind: 'heading', text: 'In Word' },
		{
			kind: 'points',
			items: [
				'**Open:** double-click the file. If a yellow bar says Protected View, choose Enable Editing. Save a copy under your own name first.',
				'**Grey lines:** click three times on one and press Delete. In Word for Windows you can take them all at once: click in one, then Home, Select, Select All Text With Similar Formatting, and Delete.',
				'**One more point:** press Enter at the end of one. **One more job:** copy its heading line and its points together and paste them below.',
				'**Properties:** File, Info: put your own name as author and title. A PDF shows the title in its window.',
				'**PDF:** File, Save As (or Save a Copy), and choose PDF. On a Mac the same, with “Best for electronic distribution”.',
			],
		},
		{ kind: 'heading', text: 'In Google Docs' },
		{
			kind: 'points',
			items: [
				'**Open:** upload the file to drive.google.com, then right-click, Open with, Google Docs. To drop the “.DOCX” mark beside the name, choose File, Save as Google Docs.',
				'**Fonts:** Calibri, Cambria and Arial are all in Google Docs, so the three designs keep their look. Check that dates still end at the right edge; if one has moved, press Tab once or delete one Tab.',
				'**Grey lines:** click three times on one and press Delete.',
				'**PDF or Word:** File, Download, PDF Document or Microsoft Word. Rename the document first: the file takes its name.',
				'**Paste test:** in an empty document, Ctrl+Shift+V (Mac: Cmd+Shift+V) pastes the plain text.',
			],
		},
		{ kind: 'heading', text: 'On a phone' },
		{
			kind: 'text',
			text: 'Read the examples as PDFs, and write in the Google Docs or Word app, both free for this. Make the PDF on a computer if you can: you want to see the whole page before it goes.',
		},
	],
}
