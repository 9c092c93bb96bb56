/** The story of the shop in the words of its creator. A marketing claim: a public shop shows it only after its owner has confirmed it. */
export const creatorStory: readonly string[] = [
	'Headstart began as a folder. In it were answers to the questions that came up every autumn: which form first, how to put a bar job on a CV, how to make a loan last until January.',
	'The same questions came from the year below, and again from the year below that; from people who had grown up here and from people who had just landed. The answers were sent on, corrected by whoever knew better, and sent on again.',
	'At some point the folder was more useful than what a search turned up, and too useful to stay in one group chat. So it was written out properly, page by page, with a note wherever somebody had stumbled.',
]
