import { type Message, type MessageOptions, say } from './messages.ts'

/** Short messages at the edge of the page. The code that shows them is fetched apart from the page's own. */
export const toast = {
	success: (title: string, options?: MessageOptions) => show('success', title, options),
	error: (title: string, options?: MessageOptions) => show('error', title, options),
	info: (title: string, options?: MessageOptions) => show('info', title, options),
}

function show(kind: Message['kind'], title: string, options: MessageOptions = {}): void {
	say({ kind, title, options })
}
