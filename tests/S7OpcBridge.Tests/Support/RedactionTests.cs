using S7OpcBridge.Support;

namespace S7OpcBridge.Tests;

/// <summary>No secret leaves with a report.</summary>
public sealed class RedactionTests
{
    [TestCase("password: hunter2", "password: (left out)")]
    [TestCase("  passwort : \"two words\"  # why", "  passwort : (left out)  # why")]
    [TestCase("{ name: a, password: 'it''s, mine', roles: [x] }", "{ name: a, password: (left out), roles: [x] }")]
    [TestCase("\"api_key\": \"abc\", \"x\": 1", "\"api_key\": (left out), \"x\": 1")]
    [TestCase("secret: |\n  one\n  two\n\n  three\nnext: 1\n", "secret: (left out)\nnext: 1\n")]
    [TestCase("- token: >-\n    abc\n  name: x\n", "- token: (left out)\n  name: x\n")]
    [TestCase("password: { file: packer.txt, user: bridge }", "password: { file: packer.txt, user: bridge }")]
    [TestCase("passwordFile: s7.txt", "passwordFile: s7.txt")]
    [TestCase("postgres: { connection: \"Host=db;Username=u;Password=p w\" }", "postgres: { connection: (left out) }")]
    [TestCase("it failed: Host=db;Password=abc;Port=1", "it failed: Host=db;Password=(left out);Port=1")]
    [TestCase("at http://me:pw@collector:4317/x", "at http://(left out)@collector:4317/x")]
    [TestCase("hash $pbkdf2-sha512$210000$abc.def$ghi.jkl, then", "hash (left out), then")]
    [TestCase("a\n-----BEGIN EC PRIVATE KEY-----\nMHcC\n-----END EC PRIVATE KEY-----\nb", "a\n(left out)\nb")]
    [TestCase("-----BEGIN PRIVATE KEY-----\nMHcC cut", "(left out)")]
    [TestCase("- { name: Password, address: DB1.DBX0.0 }", "- { name: Password, address: DB1.DBX0.0 }")]
    [TestCase("Token: 0.0 Bool", "Token: (left out)", Description = "a tag that is named like a secret: rather too much than too little")]
    public void What_looks_like_a_secret_is_left_out(string text, string expected) =>
        Assert.That(new Redaction().Redact(text), Is.EqualTo(expected));

    [Test]
    public void A_known_secret_is_left_out_wherever_it_is()
    {
        var redaction = new Redaction();
        redaction.Know("hunter2\n");
        redaction.Know("hunter2-and-more", "${LONG}");
        redaction.Know("12");
        redaction.Know((string?)null);
        Assert.That(redaction.Redact("tag hunter2/x of ${A} 12 hunter2-and-more"), Is.EqualTo("tag (left out)/x of ${A} 12 ${LONG}"));
    }

    [Test]
    public void A_long_text_full_of_beginnings_is_read_in_time() =>
        Assert.That(
            new Redaction().Redact(string.Concat(Enumerable.Repeat("password: \"-----BEGIN PRIVATE KEY-----://", 3000))),
            Does.Not.Contain("BEGIN PRIVATE KEY")
        );
}
