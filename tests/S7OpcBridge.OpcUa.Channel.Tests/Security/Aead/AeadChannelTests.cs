using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>What a client may do to channels under AEAD policies, and what comes of it.</summary>
[CancelAfter(30_000)]
internal sealed class AeadChannelTests : EllipticFixture
{
    private static IEnumerable<TestCaseData> AeadModes() =>
        Modes().Where(c => (SecurityPolicy)c.Arguments[0]! is { IsAead: true, CertificateKind: <= CertificateKind.NistP384 });

    [TestCaseSource(nameof(AeadModes))]
    public async Task A_repeated_a_missing_and_a_swapped_chunk_end_the_channel(SecurityPolicy policy, MessageSecurityMode mode)
    {
        await StartSecureAsync();
        foreach (
            var order in (int[][])
                [
                    [0, 0],
                    [1],
                    [1, 0],
                    [0, 2],
                ]
        )
        {
            var channel = await OpenAsync(policy, mode);
            var chunks = Enumerable.Range(1, 3).Select(id => channel.Chunks(Request(), (uint)id).Single()).ToArray();
            foreach (var i in order)
                await channel.SendRawAsync(chunks[i].ToArray(), Stop);
            if (order[0] == 0)
                await channel.ReceiveAsync(Stop);
            Assert.That(await StatusOf(channel.ReceiveAsync(Stop)), Is.EqualTo("ERR BadSecurityChecksFailed"));
        }
    }

    [TestCaseSource(nameof(AeadModes))]
    public async Task A_turned_bit_and_a_torn_chunk_end_the_channel(SecurityPolicy policy, MessageSecurityMode mode)
    {
        await StartSecureAsync();
        foreach (var at in (Index[])[13, 17, 21, 30, ^17, ^1])
        {
            var channel = await OpenAsync(policy, mode);
            var chunk = channel.Chunks(Request(), 1).Single();
            chunk[at] ^= 1;
            await channel.SendRawAsync(chunk, Stop);
            Assert.That(
                await StatusOf(channel.ReceiveAsync(Stop)),
                Is.EqualTo(at.Equals(13) ? "ERR BadSecureChannelTokenUnknown" : "ERR BadSecurityChecksFailed")
            );
        }
        foreach (var length in (int[])[24, 39, 40, 60])
        {
            var channel = await OpenAsync(policy, mode);
            var torn = channel.Chunks(Request(), 1).Single()[..length];
            BitConverter.GetBytes(length).CopyTo(torn, 4);
            await channel.SendRawAsync(torn, Stop);
            Assert.That(await StatusOf(channel.ReceiveAsync(Stop)), Is.EqualTo("ERR BadSecurityChecksFailed"));
        }
    }

    [Test]
    public async Task After_a_renewal_the_token_of_before_serves_until_the_new_one_is_used_and_the_numbers_go_on()
    {
        await StartSecureAsync();
        var (policy, mode) = (SecurityPolicy.EccNistP256AesGcm, MessageSecurityMode.SignAndEncrypt);
        var channel = await OpenAsync(policy, mode);
        var old = channel.TokenId;
        await channel.OpenAsync(Stop, P256, renew: true);
        var before = channel.NextSequence;
        Assert.That(before, Is.EqualTo(2));
        await AskAsync(channel);
        Assert.That(channel.ReceivedTokens, Is.EqualTo((uint[])[old + 1]), "the server follows");

        channel.TokenId = old;
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        Assert.That(await StatusOf(channel.ReceiveAsync(Stop)), Is.EqualTo("ERR BadSecureChannelTokenUnknown"));
    }

    [TestCaseSource(nameof(AeadModes))]
    public async Task A_renewal_whose_keys_forget_the_key_agreement_before_is_useless(SecurityPolicy policy, MessageSecurityMode mode)
    {
        await StartSecureAsync();
        var channel = await OpenAsync(policy, mode);
        await AskAsync(channel);
        channel.ForgetSecret();
        await channel.OpenAsync(Stop, Of(policy), renew: true);
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        Assert.That(await StatusOf(channel.ReceiveAsync(Stop)), Is.EqualTo("ERR BadSecurityChecksFailed"));
    }

    [TestCaseSource(nameof(AeadModes))]
    public async Task Numbers_wrap_from_the_last_to_0_in_both_directions(SecurityPolicy policy, MessageSecurityMode mode)
    {
        await StartSecureAsync(o => o with { LastSequenceNumber = uint.MaxValue - 1 });
        var channel = await ConnectAsync();
        channel.NextSequence = uint.MaxValue - 1;
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Of(policy), policy, mode);
        for (var i = 0; i < 3; i++)
            await AskAsync(channel);
        Assert.That(channel.ReceivedSequence, Is.EqualTo((uint[])[uint.MaxValue - 1, uint.MaxValue, 0, 1]));
        Assert.That(channel.NextSequence, Is.EqualTo(2));
    }

    [TestCaseSource(nameof(AeadModes))]
    public async Task A_session_moves_to_a_new_channel_only_where_that_is_encrypted(SecurityPolicy policy, MessageSecurityMode mode)
    {
        await StartSecureAsync();
        var first = Keep(await UaTestClient.ConnectAsync(Server.Port, Of(policy), policy, mode, Stop));
        var second = Keep(new UaTestClient(await OpenAsync(policy, mode)));
        second.TakeSessionFrom(first);
        Assert.That(
            await StatusOf(second.ActivateAsync(Stop, certificates: Of(policy))),
            Is.EqualTo(mode == MessageSecurityMode.Sign ? "BadSecurityPolicyRejected" : "Good")
        );
        var owner = mode == MessageSecurityMode.Sign ? first : second;
        Assert.That(await owner.ReadAsync(Stop, Ids.Server_ServerStatus_State), Has.Length.EqualTo(1), "the session lives on");
    }

    [Test]
    public async Task A_signature_made_for_one_channel_proves_nothing_on_another_one()
    {
        await StartSecureAsync();
        var (policy, mode) = (SecurityPolicy.EccNistP256ChaChaPoly, MessageSecurityMode.SignAndEncrypt);
        var first = Keep(await UaTestClient.ConnectAsync(Server.Port, P256, policy, mode, Stop));
        var recorded = UaTestCertificates.Sign(P256.Client, policy, first.BoundForClient(P256));
        var second = Keep(new UaTestClient(await OpenAsync(policy, mode)));
        second.TakeSessionFrom(first);
        Assert.That(await StatusOf(ActivateAsync(recorded)), Is.EqualTo("BadApplicationSignatureInvalid"));
        byte[] classic = [.. P256.Server.Leaf, .. second.ServerNonce];
        Assert.That(
            await StatusOf(ActivateAsync(UaTestCertificates.Sign(P256.Client, policy, classic))),
            Is.EqualTo("BadApplicationSignatureInvalid"),
            "the old layout, bound to nothing"
        );
        Assert.That(await StatusOf(second.ActivateAsync(Stop, certificates: P256)), Is.EqualTo("Good"));

        Task ActivateAsync(byte[] signature) =>
            second.ActivateAsync(Stop, certificates: P256, change: r => r.ClientSignature = new SignatureData { Signature = signature });
    }

    [Test]
    public async Task A_users_certificate_is_proved_on_this_channel_only()
    {
        await StartSecureAsync();
        var policy = SecurityPolicy.EccNistP384AesGcm;
        var client = Keep(new UaTestClient(await OpenAsync(policy, MessageSecurityMode.SignAndEncrypt)));
        await client.CreateSessionAsync(Stop, P384);
        var identity = ExtensionObject.From(
            new X509IdentityToken { PolicyId = "certificate-ECC_nistP384_AesGcm", CertificateData = P384.Client.Leaf }
        );
        byte[] right = client.BoundForUser(P384),
            otherChannel = [.. RandomNumberGenerator.GetBytes(96), .. right[96..]],
            classic = [.. P384.Server.Leaf, .. client.ServerNonce];
        foreach (
            var (signed, status) in new[]
            {
                (otherChannel, "BadUserSignatureInvalid"),
                (classic, "BadUserSignatureInvalid"),
                (client.BoundForClient(P384), "BadUserSignatureInvalid"),
                (right, "Good"),
            }
        )
        {
            var activation = client.ActivateAsync(
                Stop,
                identity,
                P384,
                r => r.UserTokenSignature = new SignatureData { Signature = UaTestCertificates.Sign(P384.Client, policy, signed) }
            );
            Assert.That(await StatusOf(activation), Is.EqualTo(status));
        }
    }

    // Only the first answer is signed together with its request; a renewal is signed as it is, and the channel keeps its name.
    [Test]
    public async Task A_renewal_changes_nothing_of_what_sessions_are_bound_to()
    {
        await StartSecureAsync();
        var (policy, mode) = (SecurityPolicy.EccNistP256AesGcm, MessageSecurityMode.Sign);
        var channel = await OpenAsync(policy, mode);
        var name = channel.Thumbprint;
        Assert.That(name, Has.Length.EqualTo(64));
        await channel.OpenAsync(Stop, P256, renew: true);
        Assert.That(channel.Thumbprint, Is.EqualTo(name));
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop, P256);
        Assert.That(await StatusOf(client.ActivateAsync(Stop, certificates: P256)), Is.EqualTo("Good"));
    }

    [Test]
    public async Task An_opening_may_not_be_renewed_on_another_connection()
    {
        await StartSecureAsync();
        var channel = await OpenAsync(SecurityPolicy.EccNistP256AesGcm, MessageSecurityMode.Sign);
        using var key = new EphemeralKey(SecurityPolicy.EccNistP256AesGcm);
        var request = new OpenSecureChannelRequest
        {
            RequestType = SecurityTokenRequestType.Renew,
            SecurityMode = MessageSecurityMode.Sign,
            ClientNonce = key.PublicKey,
            RequestedLifetime = 60_000,
        };
        var header = AsymmetricHeader.Write(channel.ChannelId, channel.Policy.Uri, P256.Client.Leaf, P256.Server.Thumbprint);
        byte[] content = [1, 0, 0, 0, 1, 0, 0, 0, .. UaTestChannel.Encode(request)];
        var other = await ConnectAsync();
        await other.HelloAsync(Stop);
        await other.SendRawAsync(SignedChunk.Seal(header, content, channel.Policy, P256.Client, default), Stop);
        Assert.That(await StatusOf(other.ReceiveFrameAsync(Stop)), Is.EqualTo("ERR BadTcpSecureChannelUnknown"));
        await AskAsync(channel);
    }

    private static byte[] Request() => UaTestChannel.Encode(new GetEndpointsRequest());

    private async Task AskAsync(UaTestChannel channel)
    {
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        await channel.ReceiveAsync(Stop);
    }
}
