/** Names an account by its email address, else by its phone number (E.164 without the plus sign), else as `guest`, who has neither. */
export function accountName(
	{ email, phone }: { email: string | null; phone: string | null },
	guest = 'this guest',
): string {
	return email ?? (phone === null ? guest : `+${phone}`)
}
