using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>Chunks under AES-GCM and ChaCha20-Poly1305, against an implementation that shares nothing with ours.</summary>
internal sealed class AeadCipherTests
{
    private static readonly SecurityPolicy[] Policies =
    [
        SecurityPolicy.EccNistP384AesGcm,
        SecurityPolicy.EccNistP384ChaChaPoly,
        SecurityPolicy.RsaDhAesGcm,
        SecurityPolicy.RsaDhChaChaPoly,
    ];

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public void Either_implementation_opens_what_the_other_one_sealed(byte policy, bool encrypts, byte[] body, uint token, uint number)
    {
        using ChunkCipher ours = Ours(policy, encrypts),
            theirs = Theirs(policy, encrypts);
        foreach (var (sealing, opening) in new[] { (ours, theirs), (theirs, ours) })
        {
            var chunk = Seal(sealing, body, token, number);
            Assert.That(opening.Open(chunk, unchecked(number - 1)), Is.EqualTo(chunk.Length - 16));
            Assert.That(chunk[24..^16], Is.EqualTo(body));
        }
    }

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public void One_turned_bit_anywhere_is_noticed(byte policy, bool encrypts, byte[] body, int where)
    {
        using ChunkCipher sealing = Theirs(policy, encrypts),
            opening = Ours(policy, encrypts);
        var chunk = Seal(sealing, body, 1, 5);
        var bit = (int)((uint)where % (uint)(chunk.Length * 8));
        chunk[bit / 8] ^= (byte)(1 << bit % 8);
        Assert.That(() => opening.Open(chunk, 4), Refused);
    }

    [Test]
    public void A_chunk_opens_only_behind_the_chunk_it_was_sealed_behind([Values] bool encrypts, [Range(0, 3)] byte policy)
    {
        using ChunkCipher sealing = Ours(policy, encrypts),
            opening = Ours(policy, encrypts);
        var chunk = Seal(sealing, [1, 2, 3], 1, 5);
        foreach (var previous in (uint[])[0, 3, 5, uint.MaxValue])
            Assert.That(() => opening.Open(chunk.ToArray(), previous), Refused);
        Assert.That(opening.Open(chunk, 4), Is.EqualTo(27));
    }

    [Test]
    public void What_is_too_short_for_a_tag_is_refused([Range(16, 39)] int length, [Values] bool encrypts)
    {
        using var cipher = Ours(0, encrypts);
        Assert.That(() => cipher.Open(new byte[length], 0), Refused);
    }

    [Test]
    public void Chunks_have_no_padding_and_fill_their_buffer_to_the_last_byte([Values] bool encrypts, [Range(0, 3)] byte policy)
    {
        var body = 8192 - SecureChannel.HeaderLength - ChunkCipher.RoomBehind(Policies[policy], 8192, encrypts);
        using var cipher = Ours(policy, encrypts);
        Assert.That(Seal(cipher, new byte[body], 1, 1), Has.Length.EqualTo(8192));
    }

    [Test]
    public void Sealing_and_opening_allocate_nothing([Values] bool encrypts, [Range(0, 3)] byte policy)
    {
        using ChunkCipher sealing = Ours(policy, encrypts),
            opening = Ours(policy, encrypts);
        var chunk = new byte[sealing.SealedLength(1000)];
        Turn();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 100; i++)
            Turn();
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);

        void Turn()
        {
            sealing.Seal(chunk, 1000, 7);
            opening.Open(chunk, 7);
        }
    }

    // A nonce would come again after 2^32 chunks.
    [Test]
    public void A_token_that_has_secured_as_many_chunks_as_are_safe_secures_no_more()
    {
        using AeadChunkCipher sealing = new(Policies[0], true, new byte[Policies[0].KeysLength], mostChunks: 3),
            opening = new(Policies[0], true, new byte[Policies[0].KeysLength], mostChunks: 2);
        for (var number = 1u; number <= 2; number++)
            opening.Open(Seal(sealing, [1], 1, number), number - 1);
        var third = Seal(sealing, [1], 1, 3);
        Assert.That(() => opening.Open(third, 2), WornOut());
        Assert.That(() => Seal(sealing, [1], 1, 4), WornOut());

        static NUnit.Framework.Constraints.IResolveConstraint WornOut() =>
            Throws.TypeOf<UaException>().With.Property("Status").EqualTo((StatusCode)StatusCodes.BadSecureChannelTokenUnknown);
    }

    private static NUnit.Framework.Constraints.IResolveConstraint Refused =>
        Throws.TypeOf<UaException>().With.Property("Status").EqualTo((StatusCode)StatusCodes.BadSecurityChecksFailed);

    private static ChunkCipher Ours(byte policy, bool encrypts) =>
        ChunkCipher.From(Policies[policy % Policies.Length], encrypts, Keys(policy));

    private static UaTestAead Theirs(byte policy, bool encrypts) => new(Policies[policy % Policies.Length], encrypts, Keys(policy));

    private static byte[] Keys(byte policy) =>
        [.. Enumerable.Range(11, Policies[policy % Policies.Length].KeysLength).Select(static i => (byte)(i * i))];

    private static byte[] Seal(ChunkCipher cipher, byte[] body, uint token, uint number)
    {
        var length = SecureChannel.HeaderLength + body.Length;
        var chunk = new byte[cipher.SealedLength(length)];
        body.CopyTo(chunk, SecureChannel.HeaderLength);
        SecureChannel.WriteHeader(chunk, MessageType.Message, ChunkType.Final, 1, token, number, 1);
        cipher.Seal(chunk, length, unchecked(number - 1));
        return chunk;
    }
}
