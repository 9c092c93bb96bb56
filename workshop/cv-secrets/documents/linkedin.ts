import type { WordDocument } from './document.ts'

/** The texts for a profile, shown with the facts of Priya's CV. */
export const linkedIn: WordDocument = {
	fileName: '8-LinkedIn-profile.docx',
	title: 'LinkedIn profile, before and after',
	blocks: [
		{ kind: 'title', text: 'LinkedIn profile, before and after' },
		{
			kind: 'text',
			text: 'Priya’s CV is in 4-Example-graduate. This is the same person for LinkedIn: first person, a little longer, same titles and same dates. Some recruiters compare the two.',
		},
		{ kind: 'heading', text: 'Headline' },
		{
			kind: 'text',
			text: 'It stands under your name in every search. There is room for about 220 characters.',
		},
		{
			kind: 'text',
			text: '**Before:** Graduate at University of Leicester | Seeking opportunities | Hard-working',
		},
		{
			kind: 'text',
			text: '**After:** Communications assistant at a food charity | Newsletters, interviews, plain English | English graduate, Leicester | Looking for a full-time role in a charity or council',
		},
		{
			kind: 'text',
			text: '**Yours:** [Job title a recruiter would search for] | [two or three things you do] | [what you are, where] | [what you are looking for]',
		},
		{ kind: 'heading', text: 'About' },
		{
			kind: 'text',
			text: 'Only the first two or three lines show before “see more”, so the proof goes there. A hundred words are enough.',
		},
		{
			kind: 'text',
			text: '**Before:** I am a passionate and creative English graduate with a love of words. I am a fast learner who thrives in dynamic environments and I am excited to start my career in communications.',
		},
		{
			kind: 'text',
			text: '**After:** I write things that busy people read to the end. Since July I have run the newsletter of Soar Valley Food Network: it went from 900 to 2,300 readers, and 44% open it.',
		},
		{
			kind: 'text',
			text: 'Most of that came from small tests: two subject lines with every issue, a sign-up form on the back of our recipe cards. I also interviewed six clients for the annual report, with their written consent; the city council reprinted three of the stories.',
		},
		{
			kind: 'text',
			text: 'Before that: nearly three years in a theatre’s box office and a year as features editor, in which late copy fell from half to one in six. I am looking for a full-time communications role in a charity or a council, in the Midlands or remote. Write to priya.nair@example.com.',
		},
		{
			kind: 'text',
			text: '**Yours:** [What you do, in one sentence nobody else would write.] [Your biggest number and where it came from.] [How you work, shown by one thing you tried.] [What came before, in a line.] [What you want, where, and how to reach you.]',
		},
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'text',
			text: 'Same title, employer and dates as the CV. Two or three lines, the first with a number.',
		},
		{
			kind: 'text',
			text: '**Before:** Communications Assistant. Responsible for social media and newsletters. Helped with the annual report.',
		},
		{
			kind: 'text',
			text: '**After:** Communications assistant, 18 hours a week, Soar Valley Food Network, July 2026 – present. I write and send the fortnightly newsletter (2,300 readers) and test two subject lines with every issue: the share opened rose from 31% to 44% in four months. I also replaced our phone rota with a shared form; cancelled shifts fell from nine to three a month.',
		},
		{ kind: 'heading', text: 'A message to somebody you don’t know' },
		{
			kind: 'text',
			text: '“Hello Tom, I read your piece on council websites that people can’t understand: we had the same problem with our parcel rules, and a ten-year-old rewrote them for us. I’m looking for communications roles in councils. Could I ask you what a first year is like? Priya”',
		},
		{ kind: 'heading', text: 'Settings worth five minutes', startsPage: true },
		{
			kind: 'points',
			items: [
				'**Address:** edit your public profile’s URL so that it is your name, and put it on the CV.',
				'**Photograph:** on LinkedIn yes, on a UK CV no. Face, daylight, plain background. You can set who sees it.',
				'**Open to work:** you can show it to recruiters only. LinkedIn says that it tries to hide it from recruiters at your own employer but can’t promise it.',
				'**Skills:** the words of five adverts you like, where they are true. The first few show.',
				'**Dates:** compare them with your CV, month by month.',
				'**Safety:** no street, no birthday, no phone number in the public part. A recruiter who asks for a fee, your bank details or your passport before an interview is not one.',
			],
		},
		{
			kind: 'text',
			text: 'You don’t have to be on LinkedIn. For teaching, nursing, trades and most part-time jobs it changes little. The menus move: LinkedIn’s own help pages at linkedin.com/help say where things are now.',
		},
	],
}
