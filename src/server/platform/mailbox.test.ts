import { expect, test } from 'vitest'
import { mailboxOf } from '#server/platform/mailbox.ts'

test.each([
	['name+1@gmail.com', 'name@gmail.com'],
	['n.a.m.e@gmail.com', 'name@gmail.com'],
	['N.ame+shop+2@GoogleMail.com', 'name@gmail.com'],
	['name+x@student.example', 'name@student.example'],
	['NAME@Student.Example', 'name@student.example'],
	['"name"@student.example', 'name@student.example'],
	['name@student.example.', 'name@student.example'],
	['name@bücher.example', 'name@xn--bcher-kva.example'],
	['name@BÜCHER.example', 'name@xn--bcher-kva.example'],
	['name@bu\u0308cher.example', 'name@xn--bcher-kva.example'],
	['name@bücher。example', 'name@xn--bcher-kva.example'],
	['ｎａｍｅ@student.example', 'name@student.example'],
	['zoe\u0308@student.example', 'zoë@student.example'],
	['name@me.com', 'name@icloud.com'],
	['na.me-x@pm.me', 'namex@proton.me'],
])('%s is the mailbox %s', (email, mailbox) => {
	expect(mailboxOf(email)).toBe(mailbox)
	expect(mailboxOf(mailbox)).toBe(mailbox)
})

test.each([
	['na.me@student.example', 'name@student.example'],
	['+one@student.example', '+two@student.example'],
	['name@gmail.com', 'name@student.example'],
	['name@a.example', 'name@b.example'],
])('%s and %s are different mailboxes', (one, other) => {
	expect(mailboxOf(one)).not.toBe(mailboxOf(other))
})
