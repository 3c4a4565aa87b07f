using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>Both ends of a key agreement come to the same keys, the other end by code that shares nothing with ours.</summary>
internal sealed class KeyAgreementTests
{
    // RFC 5903, 8.1 (P-256): a private key with its point, the other point, and the x coordinate that both share.
    private const string I = "C88F01F510D9AC3F70A292DAA2316DE544E9AAB8AFE84049C62A9C57862D1433";
    private const string GiX = "DAD0B65394221CF9B051E1FECA5787D098DFE637FC90B9EF945D0C3772581180";
    private const string GiY = "5271A0461CDB8252D61F1C456FA3E59AB1F45B33ACCF5F58389E0577B8990BB3";
    private const string GrX = "D12DFB5289C8D4F81208B70270398C342296970A0BCCB74C736FC7554494BF63";
    private const string GrY = "56FBF3CA366CC23E8157854C13C58D6AAC23F046ADA30F8353E74F33039872AB";
    private const string Shared = "D6840F6B42F6EDAFD13116E0E12565202FEF8E9ECE7DCE03812464D04B9442DE";

    [Test]
    public void Keys_follow_from_the_published_vector_by_HKDF_of_the_shared_x()
    {
        using var own = new EphemeralKey(
            SecurityPolicy.EccNistP256,
            ECDiffieHellman.Create(
                new ECParameters
                {
                    Curve = ECCurve.NamedCurves.nistP256,
                    D = Convert.FromHexString(I),
                    Q = new ECPoint { X = Convert.FromHexString(GiX), Y = Convert.FromHexString(GiY) },
                }
            )
        );
        Assert.That(Convert.ToHexString(own.PublicKey), Is.EqualTo(GiX + GiY));
        var other = Convert.FromHexString(GrX + GrY);

        // HMAC twice over, as RFC 5869 has it: extract, then expand; 64 bytes are two blocks.
        byte[] salt = [64, 0, .. "opcua-server"u8, .. own.PublicKey, .. other];
        var extracted = HMACSHA256.HashData(salt, Convert.FromHexString(Shared));
        var first = HMACSHA256.HashData(extracted, (byte[])[.. salt, 1]);
        var second = HMACSHA256.HashData(extracted, (byte[])[.. first, .. salt, 2]);
        using var material = new KeyMaterial(SecurityPolicy.EccNistP256);
        material.Add(own.Agree(other));
        Assert.That(material.KeysOfServer(other, own.PublicKey), Is.EqualTo((byte[])[.. first, .. second]));
    }

    [FsCheck.NUnit.Property(MaxTest = 30)]
    public void Both_ends_come_to_the_same_keys(bool isLong)
    {
        var policy = isLong ? SecurityPolicy.EccNistP384 : SecurityPolicy.EccNistP256;
        using var server = new EphemeralKey(policy);
        using var client = new UaTestKeyAgreement(policy);
        var length = isLong ? 48 + 32 + 16 : 32 + 16 + 16;
        using var material = new KeyMaterial(policy);
        material.Add(server.Agree(client.PublicKey));
        Assert.That(
            material.KeysOfServer(client.PublicKey, server.PublicKey),
            Is.EqualTo(client.Keys("opcua-server", server.PublicKey, server.PublicKey, client.PublicKey, length))
        );
        Assert.That(
            material.KeysOfClient(client.PublicKey, server.PublicKey),
            Is.EqualTo(client.Keys("opcua-client", server.PublicKey, client.PublicKey, server.PublicKey, length))
        );
        Assert.That(
            server.KeysOfSecret(client.PublicKey),
            Is.EqualTo(client.Keys("opcua-secret", server.PublicKey, client.PublicKey, server.PublicKey, isLong ? 48 : 32))
        );
    }

    [Test]
    public void What_is_no_point_of_the_curve_is_refused([Values(0, 1, 63, 64, 65, 96)] int length)
    {
        using var server = new EphemeralKey(SecurityPolicy.EccNistP256);
        Assert.That(() => server.Agree(new byte[length]), Throws.TypeOf<UaException>());
        using var other = new EphemeralKey(SecurityPolicy.EccNistP384);
        Assert.That(() => server.Agree(other.PublicKey), Throws.TypeOf<UaException>());
    }

    [FsCheck.NUnit.Property(MaxTest = 100)]
    public void What_was_sealed_opens_to_the_same_and_a_turned_bit_is_noticed(bool isLong, bool encrypts, byte[] body, int where)
    {
        var policy = isLong ? SecurityPolicy.EccNistP384 : SecurityPolicy.EccNistP256;
        var keys = RandomNumberGenerator.GetBytes(policy.KeysLength);
        using ChunkCipher cipher = ChunkCipher.From(policy, encrypts, keys.ToArray()),
            other = ChunkCipher.From(policy, encrypts, keys.ToArray());
        var length = 24 + body.Length;
        var chunk = new byte[cipher.SealedLength(length)];
        body.CopyTo(chunk.AsSpan(24));
        cipher.Seal(chunk, length, 0);
        var turned = chunk.ToArray();
        turned[(int)((uint)where % (uint)chunk.Length)] ^= 0x10;
        Assert.That(other.Open(chunk, 0), Is.EqualTo(length));
        Assert.That(chunk[24..length], Is.EqualTo(body));
        Assert.That(() => other.Open(turned, 0), Throws.TypeOf<UaException>());
    }

    [Test]
    public void Numbers_begin_at_0_use_every_number_and_begin_anew()
    {
        var numbers = new SequenceNumbers(SequenceNumbers.BeforeZero, usesAll: true);
        Assert.That((numbers.Next(), numbers.Next()), Is.EqualTo((0u, 1u)));
        numbers = new SequenceNumbers(uint.MaxValue - 1, usesAll: true);
        Assert.That((numbers.Next(), numbers.Next()), Is.EqualTo((uint.MaxValue, 0u)));
        numbers.Check(uint.MaxValue);
        Assert.That(() => numbers.Check(5), Throws.TypeOf<UaException>(), "no jump at the wrap, as the older policies allow");
    }
}
