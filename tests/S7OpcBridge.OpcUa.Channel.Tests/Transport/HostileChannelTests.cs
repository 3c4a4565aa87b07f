using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

/// <summary>
/// The attacks of the public list that come before a session, or with certificates (docs/internals/security-tests.md). A bystander notices nothing.
/// </summary>
[CancelAfter(60_000)]
internal sealed class HostileChannelTests : UaServerFixture
{
    private static readonly UaTestCertificates Certificates = UaTestCertificates.Shared;
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();
    private UaTestClient _bystander = null!;

    [SetUp]
    public async Task StartWithBystander()
    {
        await StartAsync(options =>
            options with
            {
                SecurityPolicies = SecurityPolicy.All,
                Certificate = Certificates.Server,
                CheckClientCertificate = (chain, _) =>
                    CertificateValidation
                        .Check(chain, new TrustLists([Certificates.Client.Certificate], [], []), CertificatePurpose.Application, Now)
                        .Status,
                Limits = options.Limits with { MaxConnections = 20, MaxConnectionsWithoutSession = 10 },
            }
        );
        _bystander = await SecureAsync();
    }

    [TearDown]
    public async Task The_bystander_is_still_served()
    {
        Assert.That((await _bystander.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Value.Bits, Is.Zero);
        Assert.That(Server.Events.OfType<RequestFailed>().Select(e => e.Exception), Is.Empty);
    }

    [Test]
    public async Task Many_secure_channels_that_are_never_used_meet_the_cap_and_others_still_connect()
    {
        for (var i = 0; i < 40; i++)
        {
            var channel = Keep(await UaTestChannel.ConnectAsync(Server.Port, Stop));
            await channel.HelloAsync(Stop);
            await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Aes128Sha256RsaOaep, MessageSecurityMode.Sign);
        }

        Assert.That(
            Server.Server.Connections,
            Is.LessThanOrEqualTo(12),
            "ten without a session, the bystander, and one that is just leaving"
        );
        await SecureAsync();
    }

    [Test]
    public async Task A_chain_that_goes_round_in_a_circle_is_refused_without_going_round()
    {
        var a = UaTestAuthority.Sign(new("A") { IsAuthority = true }, Now, "B", "B");
        var b = UaTestAuthority.Sign(new("B") { IsAuthority = true }, Now, "A", "A");
        var leaf = UaTestAuthority.Sign(new("client"), Now, "A", "A");
        for (var i = 0; i < 20; i++)
            Assert.That(await OpenWithAsync([.. leaf.RawData, .. a.RawData, .. b.RawData]), Does.StartWith("ERR BadSecurityChecksFailed"));
        Assert.That(
            Server.Events.OfType<ChannelRejected>().Select(e => StatusCodes.NameOf(e.Status)),
            Is.All.EqualTo("BadCertificateChainIncomplete")
        );
    }

    [Test]
    public async Task A_chain_without_end_and_a_certificate_of_nothing_but_names_are_refused()
    {
        var one = UaTestAuthority.SelfSigned("one", Now).RawData;
        byte[] longer = [.. Enumerable.Repeat(one, 12).SelectMany(der => der)];
        Assert.That(await OpenWithAsync(longer), Does.StartWith("ERR Bad"));
        using var key = System.Security.Cryptography.RSA.Create(2048);
        var request = new CertificateRequest(
            "CN=names",
            key,
            System.Security.Cryptography.HashAlgorithmName.SHA256,
            System.Security.Cryptography.RSASignaturePadding.Pkcs1
        );
        var names = new SubjectAlternativeNameBuilder();
        for (var i = 0; i < 5000; i++)
            names.AddDnsName($"host{i}.plant.local");
        request.CertificateExtensions.Add(names.Build());
        using var huge = request.CreateSelfSigned(Now.AddDays(-1), Now.AddDays(1));
        Assert.That(huge.RawData, Has.Length.GreaterThan(100_000));
        Assert.That(await OpenWithAsync(huge.RawData), Does.StartWith("ERR Bad"));
    }

    [TestCase("C328"), TestCase("FFFE"), TestCase("EDA080")]
    public async Task Names_and_urls_that_are_no_utf8_are_a_fault_or_end_the_channel(string hex)
    {
        var client = await ClientAsync();
        var body = UaTestChannel.Encode(
            new CreateSessionRequest
            {
                RequestHeader = { Timestamp = 1 },
                SessionName = "~~~~~~",
                EndpointUrl = "opc.tcp://localhost",
                ClientNonce = new byte[32],
            }
        );
        Convert.FromHexString(hex).CopyTo(body, body.AsSpan().IndexOf("~~~~~~"u8));
        var answer = await client.CallBodyAsync(body, Stop);
        Assert.That(await StatusOf(Task.Run(() => UaTestClient.Decode<CreateSessionResponse>(answer))), Is.EqualTo("BadDecodingError"));
    }

    [Test]
    public async Task Whatever_diagnostics_are_asked_for_nothing_of_our_inside_is_told()
    {
        var client = await SecureAsync();
        IUaStructure[] requests =
        [
            new ReadRequest
            {
                RequestHeader = { ReturnDiagnostics = uint.MaxValue },
                NodesToRead = [new ReadValueId { NodeId = new NodeId(9, "nobody"), AttributeId = 13 }],
            },
            new CallRequest { RequestHeader = { ReturnDiagnostics = uint.MaxValue }, MethodsToCall = [new CallMethodRequest()] },
            new BrowseNextRequest
            {
                RequestHeader = { ReturnDiagnostics = uint.MaxValue },
                ContinuationPoints =
                [
                    [1],
                ],
            },
            new DeleteSubscriptionsRequest { RequestHeader = { ReturnDiagnostics = uint.MaxValue }, SubscriptionIds = [77] },
        ];
        foreach (var request in requests)
        {
            var answer = System.Text.Encoding.Latin1.GetString(await client.CallRawAsync(request, Stop));
            Assert.That(
                answer,
                Does.Not.Contain("   at ").And.Not.Contain("Exception").And.Not.Contain("S7OpcBridge.").And.Not.Contain(".cs")
            );
        }
    }

    [Test]
    public async Task Calls_of_nothing_with_nothing_are_answered_one_by_one()
    {
        var client = await SecureAsync();
        NodeId[] things = [default, Ids.Server, Ids.Server_GetMonitoredItems, new NodeId(2, "x"), 2782u, 3875u];
        var calls = things
            .SelectMany(target =>
                things.Select(method => new CallMethodRequest
                {
                    ObjectId = target,
                    MethodId = method,
                    InputArguments = [default],
                })
            )
            .ToArray();
        var results = (await client.CallAsync<CallResponse>(new CallRequest { MethodsToCall = calls }, Stop)).Results;
        Assert.That(results.Select(r => r.StatusCode.IsBad), Is.All.True);
        Assert.That(results, Has.Length.EqualTo(calls.Length));
    }

    [Test]
    public async Task Condition_refreshes_without_end_cost_no_more_than_their_answers()
    {
        var client = await SecureAsync();
        var refresh = new CallMethodRequest
        {
            ObjectId = 2782u,
            MethodId = 3875u,
            InputArguments = [Variant.From(1u)],
        };
        var answers = Enumerable
            .Range(0, 500)
            .Select(_ => client.CallAsync<CallResponse>(new CallRequest { MethodsToCall = [refresh] }, Stop))
            .ToArray();
        Assert.That(
            (await Task.WhenAll(answers)).Select(r => r.Results[0].StatusCode.IsBad),
            Is.All.True,
            "there is no subscription of that id"
        );
    }

    private async Task<UaTestClient> SecureAsync() =>
        Keep(
            await UaTestClient.ConnectAsync(
                Server.Port,
                Certificates,
                SecurityPolicy.Basic256Sha256,
                MessageSecurityMode.SignAndEncrypt,
                Stop
            )
        );

    // The content does not matter: the certificate is judged first.
    private async Task<string> OpenWithAsync(byte[] chain)
    {
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        var frame = AsymmetricHeader
            .Write(0, SecurityPolicy.Basic256Sha256.Uri, chain, Certificates.Server.Thumbprint)
            .Concat(new byte[256])
            .ToArray();
        BitConverter.TryWriteBytes(frame.AsSpan(4), frame.Length);
        await channel.SendRawAsync(frame, Stop);
        return await StatusOf(channel.ReceiveFrameAsync(Stop));
    }
}
