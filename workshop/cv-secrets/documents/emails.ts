import type { WordDocument } from './document.ts'

export const emails: WordDocument = {
	fileName: '7-Speculative-email.docx',
	title: 'Speculative email, follow-up and thank-you',
	blocks: [
		{ kind: 'title', text: 'Speculative email, follow-up and thank-you' },
		{
			kind: 'text',
			text: 'A speculative email asks about work that nobody has advertised. It suits small firms, studios, charities and labs; large employers will send you back to their form. Ask for a conversation, not for a job: it is easier to say yes to. Copy the text into your email program and replace what stands in square brackets.',
		},
		{ kind: 'heading', text: 'Before you write: ten minutes' },
		{
			kind: 'points',
			items: [
				'**A person.** The one who runs the team, from the firm’s own site or LinkedIn. Not info@, not “Sir or Madam”.',
				'**A reason.** One thing they made, won, opened or changed this year that you have looked at yourself.',
				'**A fit.** One line of yours that is close to it, with its number.',
				'**A small question.** Fifteen minutes by phone, a day of shadowing, or whom to ask.',
			],
		},
		{ kind: 'heading', text: 'The email, filled in' },
		{ kind: 'text', text: '**Subject:** Your bus map, and a question from an MSc graduate' },
		{ kind: 'text', text: 'Dear Dr Hughes,' },
		{
			kind: 'text',
			text: 'Your map of late buses in Salford made me check my own route: you are right about the junction at Broad Street, and I can now say by how much.',
		},
		{
			kind: 'text',
			text: 'For six weeks this spring I collected open bus positions for Manchester and found two junctions that explain a fifth of the lost time on one line. The code and ten slides are at the link below. Before my MSc in Data Science (Distinction, Manchester) I built the report that let a savings bank ring its late payers three weeks sooner.',
		},
		{
			kind: 'text',
			text: 'You have no vacancy on your site, so this is not an application. Could I ask you three questions by phone, for fifteen minutes, in the week of 7 December? If somebody else in your team is the better person, I would be glad of the name.',
		},
		{ kind: 'text', text: 'Kind regards,' },
		{ kind: 'text', text: 'Mateo Restrepo' },
		{ kind: 'text', text: '07700 900538 · linkedin.com/in/mateo-restrepo' },
		{ kind: 'heading', text: 'The email, empty' },
		{ kind: 'text', text: '**Subject:** [What they did], and a question from [what you are]' },
		{ kind: 'text', text: 'Dear [name],' },
		{ kind: 'text', text: '[What they did] made me [what you then did or checked].' },
		{
			kind: 'text',
			text: '[Your nearest piece of evidence, two sentences, with a number and a link.] [What you are, in half a sentence.]',
		},
		{
			kind: 'text',
			text: 'I know you have no vacancy at the moment. Could I ask you [two or three] questions by phone, for fifteen minutes, in the week of [date]?',
		},
		{ kind: 'text', text: 'Kind regards,' },
		{ kind: 'text', text: '[Name · phone · one link]' },
		{ kind: 'heading', text: 'If nobody answers: once, after eight to ten days', startsPage: true },
		{ kind: 'text', text: 'Reply to your own email, so that the first one is below it.' },
		{
			kind: 'text',
			text: 'Dear Dr Hughes, I know December is full. The one question I would most like to ask is whether you clean the positions before you match them to stops, or after. One line by email would help me just as much as a call. Kind regards, Mateo',
		},
		{ kind: 'text', text: 'No answer to that is an answer. Write to the next person on your list.' },
		{ kind: 'heading', text: 'After a call or an interview: the same day' },
		{
			kind: 'text',
			text: 'Dear Dr Hughes, thank you for twenty minutes on a busy day. I have tried what you said about the timetable files: it removes 4,000 false delays, and the two junctions are still there. I would be glad to hear when your team next looks for an analyst. Kind regards, Mateo',
		},
		{
			kind: 'text',
			text: 'Three sentences: thanks, one thing you did with what they said, one thing you hope for. It is the second part that people remember.',
		},
		{ kind: 'heading', text: 'Asking for a referral' },
		{
			kind: 'text',
			text: 'Dear Samira, I am applying for the junior analyst post in your building (link), and it closes on 4 December. You know how I worked on the hospital project. If you would be happy to pass my CV on, it is attached; if not, no explanation needed, and I hope the new job is going well. Mateo',
		},
		{ kind: 'heading', text: 'Asking for an adjustment' },
		{
			kind: 'text',
			text: 'As soon as you’re invited, or before. Say what you need and what it’s for; how much else you say is up to you.',
		},
		{
			kind: 'text',
			text: 'Dear recruitment team, thank you for the invitation to the online test (reference GT/208). I have dyslexia and need 25% more time and a plain background, as I have at university. Could you tell me by Friday how I get both? You can also phone me on 07700 900255. Kind regards, Rhys Morgan',
		},
		{ kind: 'heading', text: 'Asking about sponsorship' },
		{
			kind: 'text',
			text: 'Only if neither the advert nor the form says, and after a look at the register of licensed sponsors (gov.uk/government/publications/register-of-licensed-sponsors-workers).',
		},
		{
			kind: 'text',
			text: 'Dear recruitment team, I would like to apply for the analyst post (reference WT/52). I may work full time on a Graduate visa until November 2028 and need no sponsor until then. Would you sponsor a Skilled Worker visa for this post after that? If not, I would still like to apply. Kind regards, Mateo Restrepo',
		},
	],
}
