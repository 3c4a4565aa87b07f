using System.Text;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>
/// A password under RSA that is damaged: whatever is wrong with it, client and log see the same, so that nothing of the plain text can be found out.
/// </summary>
[CancelAfter(30_000)]
internal sealed class DamagedPasswordTests : AdminFixture
{
    private const int Block = 256,
        PlainBlock = 214;

    // Its length, it and the nonce need two blocks.
    private static readonly string Name = new('n', 250);

    [Test]
    public async Task Every_damage_of_a_password_is_the_same_refusal()
    {
        await StartSecureAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        Func<byte[], byte[]>[] damages =
        [
            nonce => Flip(Encrypt(Plain(nonce)), 17),
            nonce => Flip(Encrypt(Plain(nonce)), Block + 17),
            nonce => Encrypt(Flip(Plain(nonce), 0)),
            nonce => Encrypt(Flip(Plain(nonce), 3)),
            nonce => Encrypt([0, 0, 0, 0, .. Plain(nonce)[4..]]),
            nonce => Encrypt([255, 255, 255, 255, .. Plain(nonce)[4..]]),
            nonce => Encrypt(Flip(Plain(nonce), 4 + Name.Length)),
            nonce => Encrypt([.. Plain(nonce), 0, 1]),
            nonce => Encrypt([1, 2, 3]),
            nonce => Encrypt(Plain(nonce))[..Block],
            nonce => Encrypt(Plain(nonce))[..^1],
            nonce => new byte[2 * Block],
            nonce => [],
        ];
        var seen = new List<string>();
        foreach (var damage in damages)
            seen.Add(await UaTestLogin.RefusalAsync(client, Token(damage(client.ServerNonce)), Stop));
        Assert.That(seen.Distinct(), Has.Exactly(1).Items);
        Assert.That(seen[0], Does.StartWith("BadIdentityTokenInvalid"));
        Assert.That(Server.Events.OfType<SessionRejected>().Select(e => e.Text).Distinct(), Has.Exactly(1).Items, "the log");
        Assert.That(await StatusOf(client.ActivateAsync(Stop, Token(Encrypt(Plain(client.ServerNonce))))), Is.EqualTo("Good"), "undamaged");
    }

    private static ExtensionObject Token(byte[] secret) =>
        ExtensionObject.From(
            new UserNameIdentityToken
            {
                PolicyId = $"username-{SecurityPolicy.Basic256Sha256.Name}",
                UserName = Name,
                Password = secret,
                EncryptionAlgorithm = SecurityPolicy.Basic256Sha256.EncryptionAlgorithm,
            }
        );

    private static byte[] Plain(byte[] nonce) =>
        [.. BitConverter.GetBytes(Name.Length + nonce.Length), .. Encoding.UTF8.GetBytes(Name), .. nonce];

    private static byte[] Encrypt(byte[] plain) =>
        [.. plain.Chunk(PlainBlock).SelectMany(part => Certificates.ServerKey.Encrypt(part, SecurityPolicy.Basic256Sha256.Encryption!))];

    private static byte[] Flip(byte[] bytes, int at)
    {
        bytes[at] ^= 4;
        return bytes;
    }
}
