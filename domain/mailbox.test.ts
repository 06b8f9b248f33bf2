import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['Kim@Example.com', 'kim@example.com'],
  ['kim+stand@example.com', 'kim@example.com'],
  ['kim+a+b@example.com', 'kim@example.com'],
  ['+kim@example.com', '+kim@example.com'],
  ['kim.min@example.com', 'kim.min@example.com'],
  ['kim.min+1@gmail.com', 'kimmin@gmail.com'],
  ['K.im.min@googlemail.com', 'kimmin@gmail.com'],
  ['kim.min@gmail.com.example', 'kim.min@gmail.com.example'],
])('%s is counted as %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
