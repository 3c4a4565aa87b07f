using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Whoever takes what the bridge gives, a client or the program behind its log, can stop reading; nothing but itself may stand still then.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable, Platform(Exclude = "Win")]
public sealed class SilentReaderTests
{
    private const string Blobs = """
              - { name: Blob, address: DB1.DBB4, type: "Array[0..899] of Byte", scan: fast }
        """;

    [Test]
    public async Task Clients_that_never_read_hold_nothing_up(CancellationToken cancellationToken)
    {
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(200));
        await using var bridge = await Bridge.StartAsync(FieldPlc.Map(plc, tags: Blobs), cancellationToken);
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Count");
        await client.FlowAsync(0, cancellationToken);
        var mutes = new List<UaTestChannel>();
        for (var i = 0; i < 5; i++)
            mutes.Add(await SubscribeAndFallSilentAsync(bridge, cancellationToken));

        // Longer than the watchdog's patience.
        var first = client.NumbersOf(0)[^1];
        for (byte change = 1; client.NumbersOf(0)[^1] < first + 75; change++)
        {
            using (var memory = plc.Memory.Hold())
                memory.Block(1)[4..904].Fill(change);
            await client.FlowAsync(0, cancellationToken);
        }

        var numbers = client.NumbersOf(0);
        Assert.That(numbers, Is.EqualTo(Enumerable.Range((int)numbers[0], numbers.Length)), "every value once, none left out");
        Assert.That((await client.ReadAsync("_Status/Standstills", cancellationToken)).Value.Reference, Is.Empty);
        Assert.That((await client.ReadAsync("_Status/Restarts", cancellationToken)).Value.Bits, Is.Zero);
        Assert.That(
            (await client.ReadAsync("Line1/_Status/Scans/fast/Overruns", cancellationToken)).Value.Bits,
            Is.LessThan(20),
            "nor did it hold the PLC's cycles up"
        );
        foreach (var mute in mutes)
            await mute.DisposeAsync();
    }

    [Test]
    public async Task A_log_that_nobody_reads_holds_nothing_up(CancellationToken cancellationToken)
    {
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(200));
        // The pipe's other end sleeps: 64 KB fit in, and some thousand lines into the queue before it.
        await using var bridge = await Bridge.StartInShellAsync(
            FieldPlc.Map(plc),
            "S7OPCBRIDGE_Logging__LogLevel__Default=Debug exec {bridge} 2> >(exec sleep 120 >/dev/null 2>&1)",
            cancellationToken
        );
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Count");
        await client.FlowAsync(0, cancellationToken);

        for (var i = 0; i < 6000; i++)
            await OpenAndLeaveAsync(bridge, cancellationToken);

        var first = client.NumbersOf(0)[^1];
        await client.NextAsync(0, value => value.Value.Bits >= first + 10, cancellationToken);
        var numbers = client.NumbersOf(0);
        Assert.That(numbers, Is.EqualTo(Enumerable.Range((int)numbers[0], numbers.Length)), "every value once, none left out");
        await bridge.Program.TerminateAsync();
        Assert.That(await bridge.Program.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken), Is.Zero, "and it can be stopped");
    }

    [Test]
    public async Task What_a_log_that_nobody_read_has_lost_is_told_when_somebody_reads_again(CancellationToken cancellationToken)
    {
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(200));
        // The pipe's other end waits for a word.
        await using var bridge = await Bridge.StartInShellAsync(
            FieldPlc.Map(plc),
            "mkfifo go; S7OPCBRIDGE_Logging__LogLevel__Default=Debug exec {bridge} 2> >(read -r _ < go; exec cat > log)",
            cancellationToken
        );
        await LogInAsync(bridge, cancellationToken);
        for (var i = 0; i < 6000; i++)
            await OpenAndLeaveAsync(bridge, cancellationToken);
        await LogInAsync(bridge, cancellationToken);
        await LogInAsync(bridge, cancellationToken);

        await File.WriteAllTextAsync(Path.Combine(bridge.Folder, "go"), "read\n", cancellationToken);
        long[] numbers;
        do
        {
            await LogInAsync(bridge, cancellationToken);
            numbers =
            [
                .. (await ReadLogAsync(bridge, cancellationToken))
                    .Where(line => line.Contains("LOGIN by"))
                    .Select(line => long.Parse(line.AsSpan(line.LastIndexOf('[') + 1).TrimEnd(']'))),
            ];
        } while (numbers is [] or [1]);

        Assert.That(await ReadLogAsync(bridge, cancellationToken), Has.Some.Contain("message(s) dropped"));
        Assert.That(numbers[0], Is.EqualTo(1));
        Assert.That(numbers[1], Is.GreaterThan(3), "the two logins between are missing, and it shows");
    }

    private static async Task LogInAsync(Bridge bridge, CancellationToken cancellationToken)
    {
        await using var client = await UaTestClient.ConnectAsync(new Uri(bridge.Endpoint).Port, cancellationToken);
    }

    /// <summary>The whole lines so far.</summary>
    private static async Task<string[]> ReadLogAsync(Bridge bridge, CancellationToken cancellationToken)
    {
        var path = Path.Combine(bridge.Folder, "log");
        return File.Exists(path) ? (await File.ReadAllTextAsync(path, cancellationToken)).Split('\n')[..^1] : [];
    }

    /// <summary>Makes a few lines of the level Debug, which has no limit of lines in a minute.</summary>
    private static async Task OpenAndLeaveAsync(Bridge bridge, CancellationToken cancellationToken)
    {
        await using var channel = await UaTestChannel.OpenAsync(new Uri(bridge.Endpoint).Port, cancellationToken);
    }

    /// <summary>Subscribes to everything as often as it may, lets ten Publish requests wait, and never looks at the socket again.</summary>
    private static async Task<UaTestChannel> SubscribeAndFallSilentAsync(Bridge bridge, CancellationToken cancellationToken)
    {
        var channel = await UaTestChannel.OpenAsync(new Uri(bridge.Endpoint).Port, cancellationToken);
        NodeId token = default;
        async Task<T> CallAsync<T>(Func<RequestHeader, IUaStructure> request)
            where T : IUaStructure<T>
        {
            await channel.SendAsync(
                request(
                    new RequestHeader
                    {
                        AuthenticationToken = token,
                        Timestamp = 1,
                        RequestHandle = 1,
                    }
                ),
                cancellationToken
            );
            return UaTestClient.Decode<T>((await channel.ReceiveAsync(cancellationToken)).Body);
        }
        token = (
            await CallAsync<CreateSessionResponse>(header => new CreateSessionRequest
            {
                RequestHeader = header,
                ClientDescription = new ApplicationDescription { ApplicationUri = "urn:test:mute" },
                EndpointUrl = bridge.Endpoint,
                SessionName = "mute",
                ClientNonce = new byte[32],
                RequestedSessionTimeout = 3_600_000,
            })
        ).AuthenticationToken;
        await CallAsync<ActivateSessionResponse>(header => new ActivateSessionRequest
        {
            RequestHeader = header,
            UserIdentityToken = ExtensionObject.From(new AnonymousIdentityToken { PolicyId = "anonymous" }),
        });
        var subscription = (
            await CallAsync<CreateSubscriptionResponse>(header => new CreateSubscriptionRequest
            {
                RequestHeader = header,
                RequestedPublishingInterval = 10,
                RequestedLifetimeCount = 100_000,
                RequestedMaxKeepAliveCount = 10,
                PublishingEnabled = true,
            })
        ).SubscriptionId;
        await CallAsync<CreateMonitoredItemsResponse>(header => new CreateMonitoredItemsRequest
        {
            RequestHeader = header,
            SubscriptionId = subscription,
            ItemsToCreate =
            [
                .. Enumerable
                    .Range(0, 100)
                    .Select(_ => new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId { NodeId = new NodeId(2, "Line1/Blob"), AttributeId = (uint)AttributeId.Value },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters { SamplingInterval = 0, QueueSize = 100 },
                    }),
            ],
        });
        for (var i = 0; i < 10; i++)
            await channel.SendAsync(
                new PublishRequest
                {
                    RequestHeader = new RequestHeader
                    {
                        AuthenticationToken = token,
                        Timestamp = 1,
                        RequestHandle = 2,
                    },
                },
                cancellationToken
            );
        return channel;
    }
}
