using System.Buffers.Binary;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

internal sealed class CipherTests
{
    private static readonly SecurityPolicy[] Policies =
    [
        SecurityPolicy.Basic256Sha256,
        SecurityPolicy.Aes128Sha256RsaOaep,
        SecurityPolicy.Aes256Sha256RsaPss,
    ];

    // The vector of P_SHA256 that circulates since the TLS 1.2 drafts.
    [Test]
    [ConformanceUnit("UA Secure Conversation")]
    public void Keys_are_derived_as_in_the_published_vector()
    {
        var secret = Convert.FromHexString("9bbe436ba940f017b17652849a71db35");
        byte[] seed = [.. "test label"u8, .. Convert.FromHexString("a0ba9f936cda311827a6f796ffd5198c")];
        var keys = new byte[100];
        KeyDerivation.PSha256(secret, seed, keys);
        Assert.That(
            Convert.ToHexStringLower(keys),
            Is.EqualTo(
                "e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a6b301791e90d35c9c9a46b4e14baf9af0fa022f7077def17abfd3797c0564bab"
                    + "4fbc91666e9def9b97fce34f796789baa48082d122ee42c5a72e5a5110fff70187347b66"
            )
        );
    }

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public void What_was_sealed_opens_to_the_same(byte policy, bool encrypts, byte[] body)
    {
        var (chunk, length, cipher) = Sealed(Policies[policy % 3], encrypts, body);
        Assert.That(cipher.Open(chunk, 0), Is.EqualTo(length));
        Assert.That(chunk[24..length], Is.EqualTo(body));
    }

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public void One_turned_bit_anywhere_is_noticed(byte policy, bool encrypts, byte[] body, int where)
    {
        var (chunk, _, cipher) = Sealed(Policies[policy % 3], encrypts, body);
        var bit = (int)((uint)where % (uint)(chunk.Length * 8));
        chunk[bit / 8] ^= (byte)(1 << bit % 8);
        Assert.That(
            () => cipher.Open(chunk, 0),
            Throws.InstanceOf<UaException>().With.Property("Status").EqualTo((StatusCode)StatusCodes.BadSecurityChecksFailed)
        );
    }

    // Made here from the standard's own words: the keys in a row, an HMAC over all but itself, AES-CBC from the same IV for every chunk.
    [FsCheck.NUnit.Property(MaxTest = 100)]
    public void Every_chunk_of_a_run_is_what_a_fresh_cipher_makes_of_it(byte policy, FsCheck.NonEmptyArray<byte[]> bodies)
    {
        var algorithms = Policies[policy % 3];
        byte[] secret = [1, 2, 3],
            seed = [4, 5, 6];
        using ChunkCipher sealing = ChunkCipher.From(algorithms, true, secret, seed),
            opening = ChunkCipher.From(algorithms, true, secret, seed);
        var keys = new byte[algorithms.KeysLength];
        KeyDerivation.PSha256(secret, seed, keys);
        using var aes = Aes.Create();
        aes.Key = keys[32..^16];
        foreach (var body in bodies.Get)
        {
            var length = SecureChannel.HeaderLength + body.Length;
            var chunk = new byte[sealing.SealedLength(length)];
            body.CopyTo(chunk, SecureChannel.HeaderLength);
            sealing.Seal(chunk, length, 0);

            var padding = chunk.Length - length - 1 - 32;
            byte[] signed = [.. new byte[SecureChannel.HeaderLength], .. body, .. Enumerable.Repeat((byte)padding, padding + 1)];
            byte[] plain = [.. signed, .. HMACSHA256.HashData(keys[..32], signed)];
            Assert.That(chunk, Is.EqualTo((byte[])[.. plain[..16], .. aes.EncryptCbc(plain[16..], keys[^16..], PaddingMode.None)]));
            Assert.That(opening.Open(chunk, 0), Is.EqualTo(length));
            Assert.That(chunk, Is.EqualTo(plain));
        }
    }

    [Test]
    public void Sealing_and_opening_allocate_nothing()
    {
        byte[] secret = [1, 2, 3],
            seed = [4, 5, 6];
        using ChunkCipher sealing = ChunkCipher.From(Policies[0], true, secret, seed),
            opening = ChunkCipher.From(Policies[0], true, secret, seed);
        var chunk = new byte[sealing.SealedLength(1000)];
        Turn();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 100; i++)
            Turn();
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);

        void Turn()
        {
            sealing.Seal(chunk, 1000, 0);
            opening.Open(chunk, 0);
        }
    }

    [Test]
    [ConformanceUnit("Security Encryption Required")]
    public void Signed_chunks_have_no_padding_and_encrypted_ones_fill_their_last_block()
    {
        for (var body = 0; body < 40; body++)
        {
            Assert.That(Sealed(Policies[0], false, new byte[body]).Chunk, Has.Length.EqualTo(24 + body + 32));
            Assert.That((Sealed(Policies[0], true, new byte[body]).Chunk.Length - 16) % 16, Is.Zero);
        }
    }

    [Test]
    public void A_full_chunk_fits_the_buffer_it_was_made_for([Range(8192, 8220)] int size, [Values] bool encrypts)
    {
        var body = size - 24 - ChunkCipher.RoomBehind(Policies[0], size, encrypts);
        var chunk = Sealed(Policies[0], encrypts, new byte[body]).Chunk;
        Assert.That(chunk, Has.Length.LessThanOrEqualTo(size));
        Assert.That(Sealed(Policies[0], encrypts, new byte[body + 1]).Chunk, Has.Length.GreaterThan(size), "not one byte is given away");
    }

    // The two ends may have keys of different lengths; the padding's second byte depends on the receiver's.
    [TestCase(2048, 2048), TestCase(2048, 3072), TestCase(3072, 2048)]
    public void An_open_request_is_read_whatever_the_lengths_of_the_keys(int sender, int receiver)
    {
        using RSA from = RSA.Create(sender),
            to = RSA.Create(receiver);
        foreach (var policy in Policies)
        {
            foreach (var length in (int[])[8, 180, 214, 600])
            {
                var content = RandomNumberGenerator.GetBytes(length);
                var header = AsymmetricHeader.Write(7, policy.Uri, null, null);
                var frame = AsymmetricChunk.Seal(header, content, policy, from, to);
                Assert.That(BinaryPrimitives.ReadInt32LittleEndian(frame.AsSpan(4)), Is.EqualTo(frame.Length));
                Assert.That(AsymmetricChunk.Open(frame, header.Length, policy, to, from), Is.EqualTo(content));
                frame[^5] ^= 1;
                Assert.That(() => AsymmetricChunk.Open(frame, header.Length, policy, to, from), Throws.InstanceOf<UaException>());
            }
        }
    }

    [Test]
    public void A_password_comes_out_as_it_went_in_and_only_with_the_right_nonce()
    {
        var certificates = UaTestCertificates.Shared;
        byte[] nonce = RandomNumberGenerator.GetBytes(32),
            password = "pässword"u8.ToArray();
        foreach (var policy in Policies)
        {
            byte[] plain = [.. BitConverter.GetBytes(password.Length + nonce.Length), .. password, .. nonce];
            var secret = certificates.ServerKey.Encrypt(plain, policy.Encryption!);
            Assert.That(UserSecret.Decrypt(certificates.Server, policy, secret, nonce), Is.EqualTo(password));
            Assert.That(UserSecret.Decrypt(certificates.Server, policy, secret, RandomNumberGenerator.GetBytes(32)), Is.Null);
            Assert.That(UserSecret.Decrypt(certificates.Server, policy, secret.AsSpan(1), nonce), Is.Null);
        }
    }

    [TestCase(0), TestCase(31), TestCase(200), TestCase(int.MinValue)]
    public void A_length_that_lies_gives_no_password(int length)
    {
        var certificates = UaTestCertificates.Shared;
        var nonce = RandomNumberGenerator.GetBytes(32);
        byte[] plain = [.. BitConverter.GetBytes(length), .. "secret"u8, .. nonce];
        var secret = certificates.ServerKey.Encrypt(plain, RSAEncryptionPadding.OaepSHA1);
        Assert.That(UserSecret.Decrypt(certificates.Server, SecurityPolicy.Basic256Sha256, secret, nonce), Is.Null);
    }

    private static (byte[] Chunk, int Length, ChunkCipher Opener) Sealed(SecurityPolicy policy, bool encrypts, byte[] body)
    {
        byte[] secret = [1, 2, 3],
            seed = [4, 5, 6];
        using var cipher = ChunkCipher.From(policy, encrypts, secret, seed);
        var length = SecureChannel.HeaderLength + body.Length;
        var chunk = new byte[cipher.SealedLength(length)];
        body.CopyTo(chunk, SecureChannel.HeaderLength);
        cipher.Seal(chunk, length, 0);
        return (chunk, length, ChunkCipher.From(policy, encrypts, secret, seed));
    }
}
