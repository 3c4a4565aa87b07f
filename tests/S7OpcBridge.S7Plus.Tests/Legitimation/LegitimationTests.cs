using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.S7Plus.Legitimation;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Legitimation;

internal sealed class LegitimationTests
{
    private static readonly byte[] Challenge = [.. Enumerable.Range(1, 20).Select(i => (byte)i)];
    private static readonly byte[] Secret = [.. Enumerable.Range(100, 32).Select(i => (byte)i)];

    [TestCase("1;6ES7 511-1AK02-0AB0;V2.9", "Old")]
    [TestCase("1;6ES7 512-1DM03-0AB0;V3.0", "Old")]
    [TestCase("1;6ES7 512-1DM03-0AB0;V3.1", "New")]
    [TestCase("1;6ES7 512-1DM03-0AB0;V4.1", "New")]
    [TestCase("1;6ES7 214-1AG40-0XB0 ;V4.5", "Old")]
    [TestCase("1;6ES7 214-1AG40-0XB0 ;V4.7", "New")]
    [TestCase("1;6ES7 214-1AG40-0XB0 ;V4.10", "New")]
    [TestCase("1;6ES7 212-1HG50-0XB0;V1.0", "New")]
    [TestCase("1;6ES7 672-7FC01-0YA0;V21.9", "Old")]
    [TestCase("1;6ES7 672-7FC01-0YA0;V30.1", "New")]
    [TestCase("1;6ES7 615-4DF10-0AB0;V2.9", "Old")]
    [TestCase("1;6ES7 615-4DF10-0AB0;V3.1", "New")]
    [TestCase("1;6AG1 511-1AK02-2AB0;V2.9", "Old")]
    [TestCase("", "New")]
    [TestCase(";;", "New")]
    public void The_form_follows_order_number_and_firmware(string cpu, string form) =>
        Assert.That(LegitimationForms.ForCpu(cpu).ToString(), Is.EqualTo(form));

    [Test]
    public void The_old_form_is_the_hash_of_the_password_xor_the_challenge()
    {
        // SHA-1 of "abc" (FIPS 180-4, appendix A.1): A9993E36 4706816A BA3E2571 7850C26C 9CD0D89D.
        var response = OldLegitimation.Respond("abc"u8, new byte[20]);
        Assert.That(Convert.ToHexString(response), Is.EqualTo("A9993E364706816ABA3E25717850C26C9CD0D89D"));
        Assert.That(OldLegitimation.Respond("abc"u8, Challenge)[0], Is.EqualTo(0xA9 ^ 1));
    }

    [TestCase("", "geheim", 1)]
    [TestCase("anna", "Töpfe", 2)]
    public void The_new_form_is_the_encrypted_structure(string user, string password, int kind)
    {
        using var given = new S7PlusPassword(password, user);
        var secret = Encoding.UTF8.GetBytes(password);
        var payload = PlusValue.Struct(
            40400,
            new PlusMember(40401, PlusValue.UDInt((uint)kind)),
            new PlusMember(40402, PlusValue.Blob(Encoding.UTF8.GetBytes(user))),
            new PlusMember(40403, PlusValue.Blob(user.Length > 0 ? secret : SHA1.HashData(secret)))
        );
        Assert.That(NewLegitimation.Payload(given), Is.EqualTo(payload.Encode()));

        var response = NewLegitimation.Respond(given, Challenge, Secret);
        using var aes = Aes.Create();
        aes.Key = SHA256.HashData(Secret);
        Assert.That(aes.DecryptCbc(response, Challenge.AsSpan(0, 16)), Is.EqualTo(payload.Encode()));
        Assert.That(response, Has.Length.EqualTo(48), "as TIA Portal sends for a short password");
    }

    [Test]
    public void What_is_no_response_opens_nothing()
    {
        Assert.That(NewLegitimation.Open([], Challenge, Secret), Is.Null);
        Assert.That(NewLegitimation.Open(new byte[48], Challenge, Secret), Is.Null);
        using var given = new S7PlusPassword("geheim");
        var response = NewLegitimation.Respond(given, Challenge, Secret);
        Assert.That(NewLegitimation.Open(response, Challenge, Secret)!.Value.Password, Is.EqualTo(SHA1.HashData("geheim"u8)));
        for (var i = 0; i < response.Length; i++)
        {
            var changed = response.ToArray();
            changed[i] ^= 0x55;
            Assert.That(() => NewLegitimation.Open(changed, Challenge, Secret), Throws.Nothing);
        }
    }

    [Test]
    public void A_password_shows_in_no_text_and_is_wiped()
    {
        var password = new S7PlusPassword("geheim", "anna");
        var options = new S7PlusConnectionOptions { Host = "x", Password = _ => new ValueTask<S7PlusPassword>(password) };
        Assert.That($"{password} {options}", Does.Not.Contain("geheim"));
        password.Dispose();
        Assert.That(password.Bytes.ToArray(), Is.All.Zero);
    }
}
