using System.Text;

namespace S7OpcBridge.Map.Tests;

[CancelAfter(60_000)]
public sealed class PasswordHashTests
{
    /// <summary>Made by Python: hashlib.pbkdf2_hmac('sha512', 'Zwölf Boxkämpfer'.encode(), bytes(range(16)), 210000), in passlib's base64.</summary>
    private const string FromPython =
        "$pbkdf2-sha512$210000$AAECAwQFBgcICQoLDA0ODw$xWv0DmVZQrlldAet.u64TxPRvhIzYRcXqQdMPyDWwPcWuzIQPWFI3LHGj9vz2wmA9OnyrEjW9Zr0.cRBkLmleQ";

    [Test]
    public void A_hash_made_by_another_program_is_understood()
    {
        Assert.That(PasswordHash.TryParse(FromPython, out var hash, out var fault), fault);
        Assert.That(hash!.Verify(Encoding.UTF8.GetBytes("Zwölf Boxkämpfer")));
        Assert.That(hash.Verify(Encoding.UTF8.GetBytes("Zwölf boxkämpfer")), Is.False);
        Assert.That(hash.ToString(), Is.EqualTo(FromPython));
    }

    [Test]
    public void Two_hashes_of_one_password_differ_and_both_hold()
    {
        var (one, other) = (PasswordHash.Compute("hunter22"), PasswordHash.Compute("hunter22"));
        Assert.That(one.ToString(), Is.Not.EqualTo(other.ToString()));
        Assert.That((one.Rounds, one.Salt.Length), Is.EqualTo((210_000, 16)));
        Assert.That(PasswordHash.TryParse(other.ToString(), out var read, out _));
        Assert.That(read!.Verify("hunter22"u8));
    }

    [TestCase("secret", "is not a hash")]
    [TestCase("$pbkdf2-sha512$x", "damaged")]
    [TestCase("$pbkdf2-sha512$209999$AAECAwQFBgcICQoLDA0ODw$AAAA", "209999")]
    [TestCase("$pbkdf2-sha512$99999999$AAECAwQFBgcICQoLDA0ODw$AAAA", "99999999")]
    [TestCase("$pbkdf2-sha512$+210000$AAECAwQFBgcICQoLDA0ODw$AAAA", "rounds")]
    [TestCase("$pbkdf2-sha512$210000$AAECAwQFBgcICQoLDA0ODw$AAAA", "64")]
    [TestCase("$pbkdf2-sha512$210000$AAEC$AAAA", "16")]
    [TestCase("$pbkdf2-sha512$210000$!!!$AAAA", "damaged")]
    [TestCase("$pbkdf2-sha512$210000$AAECAwQFBgcICQoLDA0ODw$AAAA$more", "damaged")]
    public void What_is_no_sound_hash_is_refused_with_a_reason(string text, string reason)
    {
        Assert.That(PasswordHash.TryParse(text, out _, out var fault), Is.False);
        Assert.That(fault, Does.Contain(reason));
    }

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public void Any_text_is_a_hash_or_a_reason(string? text)
    {
        var isHash = PasswordHash.TryParse(PasswordHash.Prefix + text, out var hash, out var fault);
        Assert.That(isHash, Is.EqualTo(hash is not null).And.EqualTo(fault.Length == 0));
    }
}
