/**
 * A hosted project asks Have I Been Pwned; here, without a network, the ones that pass the length rule
 * and are still guessed have to do.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `0123456789 01234567890 0987654321 1111111111 1122334455 1123581321 12345678910 1234567890
  123456789a 123456789q 1234512345 1234554321 1234567891 123123123123 123qwe123qwe 1q2w3e4r5t
  1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc 147258369 741852963 9876543210 9999999999 a123456789
  a1b2c3d4e5 aaaaaaaaaa abc1234567 abcd123456 abcdefghij abcdefghijk admin12345 admin123456
  administrator adminadmin asdasdasdasd asdf123456 asdfasdfasdf asdfghjkl1 asdfghjkl; asdfghjkl123
  barcelona1 basketball baseball123 blink182blink butterfly1 california changeme12 changeme123
  christina1 chocolate1 computer123 cheeseburger dragon12345 elephant12 electronics football123
  football12 freedom123 iloveyou12 iloveyou123 iloveyou1234 iloveyou22 internet123 jennifer123
  jesuschrist keyboard123 keyboardcat keywright1 keywright12 keywright123 letmein123 letmein1234
  liverpool1 liverpoolfc manchester master1234 michael123 mechanical monkey1234 mypassword
  mypassword1 nintendo64 p@ssw0rd12 p@ssw0rd123 p@ssword123 pa55word12 passw0rd12 passw0rd123
  password!! password01 password10 password11 password12 password123 password1234 password12345
  password123! password1! password99 passwordpassword princess12 princess123 q1w2e3r4t5 q1w2e3r4t5y6
  qazwsxedcrfv qwe123qwe123 qweasdzxc1 qweasdzxc123 qwer123456 qwerasdfzxcv qwerqwerqwer qwertyqwerty
  qwerty12345 qwerty123456 qwerty1234 qwertyuiop qwertyuiop1 qwertyuiop[] qwertyuiop123 rangers123
  secret1234 shadow1234 skywalker1 snowboarding spiderman1 starwars12 starwars123 summer2024 summer2025
  summer2026 sunshine12 sunshine123 superman123 testtest12 testtest123 testing123 test123456
  test1234567 trustno1trustno1 unbelievable universidad undertaker volleyball welcome123 welcome1234
  winter2025 winter2026 whatever12 wonderland zaq12wsxcde3 zxcvbnm123 zxcvbnm,./`.split(/\s+/),
);
