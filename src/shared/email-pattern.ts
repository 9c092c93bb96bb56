// A part of what stands before the @, as RFC 5321 allows it without quotation marks.
const atom = String.raw`[A-Za-z0-9!#$%&'*+\/=?^_\`\{\|\}~\-]+`
const label = String.raw`[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?`
// A top-level domain has no digits, unless it stands for a name in another script.
const topLevel = String.raw`(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9\-]{0,58}[A-Za-z0-9])`

/**
 * The pattern of an email address that mail servers accept, for the server and, without anything else, for the browser, whose own
 * check accepts more. An address with quotation marks or with a network address instead of a domain is refused, as by most mail
 * servers.
 */
export const emailPattern = `(?=[^@]{1,64}@)(?=.{6,254}$)${atom}(?:\\.${atom})*@(?:${label}\\.)+${topLevel}`
