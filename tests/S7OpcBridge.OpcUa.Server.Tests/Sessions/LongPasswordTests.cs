using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>Passwords in the form of an RsaEncryptedSecret, which clients use above 64 bytes.</summary>
[CancelAfter(30_000)]
internal sealed class LongPasswordTests : AdminFixture
{
    private static readonly string Name = new('n', 3000);
    private static readonly SecurityPolicy[] Policies =
    [
        SecurityPolicy.Basic256Sha256,
        SecurityPolicy.Aes128Sha256RsaOaep,
        SecurityPolicy.Aes256Sha256RsaPss,
    ];

    [TestCaseSource(nameof(Policies))]
    public async Task A_long_password_is_accepted_once_over_each_policy(SecurityPolicy policy)
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, policy, MessageSecurityMode.SignAndEncrypt);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop, Certificates);
        var token = Token(Right(client, policy).ToBytes(), policy);
        Assert.That(await StatusOf(client.ActivateAsync(Stop, token, Certificates)), Is.EqualTo("Good"));
        Assert.That(await StatusOf(client.ActivateAsync(Stop, token, Certificates)), Is.EqualTo("BadIdentityTokenInvalid"), "recorded");
        var wrong = new UaTestRsaSecret(policy, client.ServerNonce, Encoding.UTF8.GetBytes("guess"));
        Assert.That(
            await StatusOf(client.ActivateAsync(Stop, Token(wrong.ToBytes(), policy), Certificates)),
            Is.EqualTo("BadUserAccessDenied")
        );
    }

    [Test]
    public async Task Every_damage_of_a_long_password_is_the_same_refusal()
    {
        await StartSecureAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        var policy = SecurityPolicy.Basic256Sha256;
        var right = Right(client, policy);
        var block = right.ToBytes().Length - 32;
        Func<byte[]>[] damages =
        [
            () => Flip(right.ToBytes(), 100),
            () => Flip(right.ToBytes(), 500),
            () => Flip(right.ToBytes(), block - 1),
            () => Flip(right.ToBytes(), block + 5),
            () => right.ToBytes()[..^1],
            () => [.. right.ToBytes(), 0],
            () => (right with { MoreLength = 1 }).ToBytes(),
            () => (right with { TypeId = 17546 }).ToBytes(),
            () => (right with { PolicyUri = SecurityPolicy.Aes256Sha256RsaPss.Uri }).ToBytes(),
            () => (right with { PolicyUri = SecurityPolicy.None.Uri }).ToBytes(),
            () => (right with { Thumbprint = [] }).ToBytes(),
            () => (right with { Thumbprint = SHA1.HashData(Certificates.Client.Leaf) }).ToBytes(),
            () => (right with { Nonce = new byte[32] }).ToBytes(),
            () => (right with { Nonce = right.Nonce[..16] }).ToBytes(),
            () => (right with { Nonce = [] }).ToBytes(),
            () => (right with { KeyData = [] }).ToBytes(),
            () => (right with { KeyData = new byte[256] }).ToBytes(),
            () => (right with { KeyData = RandomNumberGenerator.GetBytes(512) }).ToBytes(),
            () => (right with { BehindKeys = [0] }).ToBytes(),
            () => (right with { Keys = [new byte[31], new byte[32], new byte[16]] }).ToBytes(),
            () => (right with { Keys = [new byte[32], new byte[16], new byte[16]] }).ToBytes(),
            () => (right with { ChangePayload = payload => payload[^1] = 1 }).ToBytes(),
            () => (right with { ChangePayload = payload => payload[^2] ^= 1 }).ToBytes(),
            () => (right with { ChangePayload = payload => payload[^3] ^= 1 }).ToBytes(),
            () => (right with { ChangePayload = payload => payload[36] ^= 1 }).ToBytes(),
            () => (right with { ChangePayload = payload => payload[39] = 0x80 }).ToBytes(),
            () => (right with { ChangePayload = payload => payload.Clear() }).ToBytes(),
            () => (right with { Secret = new byte[9000] }).ToBytes(),
        ];
        var seen = new List<string>();
        foreach (var damage in damages)
            seen.Add(await UaTestLogin.RefusalAsync(client, Token(damage(), policy), Stop));
        Assert.That(seen.Distinct(), Has.Exactly(1).Items);
        Assert.That(seen[0], Does.StartWith("BadIdentityTokenInvalid"));
        Assert.That(Server.Events.OfType<SessionRejected>().Select(e => e.Text).Distinct(), Has.Exactly(1).Items, "the log");
        Assert.That(await StatusOf(client.ActivateAsync(Stop, Token(right.ToBytes(), policy))), Is.EqualTo("Good"), "undamaged");
    }

    [Test]
    public void Bits_at_random_open_nothing()
    {
        var nonce = RandomNumberGenerator.GetBytes(32);
        var good = new UaTestRsaSecret(SecurityPolicy.Aes128Sha256RsaOaep, nonce, "secret"u8.ToArray()).ToBytes();
        var random = new Random(36);
        Assert.That(Decrypt(good), Is.EqualTo("secret"u8.ToArray()));
        for (var i = 0; i < 100; i++)
        {
            var bytes = good.ToArray();
            bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
            Assert.That(Decrypt(bytes), Is.Null);
        }

        byte[]? Decrypt(byte[] secret) => UserSecret.Decrypt(Certificates.Server, SecurityPolicy.Aes128Sha256RsaOaep, secret, nonce);
    }

    private static UaTestRsaSecret Right(UaTestClient client, SecurityPolicy policy) =>
        new(policy, client.ServerNonce, Encoding.UTF8.GetBytes(Name));

    private static ExtensionObject Token(byte[] secret, SecurityPolicy policy) =>
        ExtensionObject.From(
            new UserNameIdentityToken
            {
                PolicyId = $"username-{policy.Name}",
                UserName = Name,
                Password = secret,
            }
        );

    private static byte[] Flip(byte[] bytes, int at)
    {
        bytes[at] ^= 4;
        return bytes;
    }
}
