// What the failure of a job means and what to do about it, in words that several jobs share.

export const askMail =
	'Run the doctor under Settings to check that the shop can send email. Then try again, and it will be sent.'
export const askText =
	'Run the doctor under Settings to check that the shop can send texts. In the meantime the user can ask for another.'
export const askStripe =
	'Run the doctor under Settings to check that Stripe answers. Then try again: nothing is charged or refunded twice.'
export const askDoctor = 'Run the doctor under Settings and follow what it finds. Then try again.'

export const askAgain = {
	means: 'The user hasn’t received anything. They can ask again.',
	todo: askMail,
}
export const noNews = {
	means: 'The recipients don’t know about it yet. Everything else has been done.',
	todo: askMail,
}
export const upkeep = {
	means: 'Customers don’t notice. It runs again automatically at its next scheduled time.',
	todo: askDoctor,
}
