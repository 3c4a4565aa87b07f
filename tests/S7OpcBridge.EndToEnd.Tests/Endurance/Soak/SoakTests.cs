using System.Globalization;
using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// The built program with four PLCs, node-opcua and a client of our own, while things go wrong at random: twenty seconds in every run of the tests, two minutes
/// in that of .ci/run, and an hour or a night by
/// <c>S7OPCBRIDGE_SOAK=01:00:00 dotnet test tests/S7OpcBridge.EndToEnd.Tests --filter SoakTests</c>. The seed is printed; S7OPCBRIDGE_SOAK_SEED plays it again.
/// </summary>
[TestFixture, Platform(Exclude = "Win"), Parallelizable]
public sealed class SoakTests
{
    // Twice the noise that a garbage collector makes within minutes; a leak goes beyond it in an hour.
    private const long MostGrowth = 24 << 20;

    private static readonly TimeSpan Duration = TimeSpan.Parse(
        Environment.GetEnvironmentVariable("S7OPCBRIDGE_SOAK") ?? "00:00:20",
        CultureInfo.InvariantCulture
    );

    [Test]
    public async Task Hours_of_trouble_lose_nothing_and_leave_nothing_behind()
    {
        using var patience = new CancellationTokenSource(Duration + TimeSpan.FromMinutes(4));
        var cancellationToken = patience.Token;
        var seed = Environment.GetEnvironmentVariable("S7OPCBRIDGE_SOAK_SEED") is { } wish
            ? int.Parse(wish, CultureInfo.InvariantCulture)
            : Random.Shared.Next();
        TestContext.Progress.WriteLine($"soak of {Duration} with seed {seed}");

        await using var broker = await SoakBroker.StartAsync(cancellationToken);
        await using var plant = new SoakPlant();
        plant.Mqtt = broker?.EntryOf($"Plc{plant.HealthyIndex}") ?? "";
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var counting = plant.CountAsync(ending.Token);
        await using var bridge = await Bridge.StartAsync(plant.Map(0), cancellationToken);
        await using var stranger = await ReloadObserver.WatchAsync(
            bridge.Endpoint,
            cancellationToken,
            $"ns=2;s=Plc{plant.HealthyIndex}/Count"
        );
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, plant.Nodes);
        await client.FlowAsync(plant.HealthyIndex, cancellationToken);
        var memory = new ResidentMemory(bridge.Program);
        var faults = new SoakFaults(new Random(seed), plant, bridge);

        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var away = broker?.RunAsync(Duration, cancellationToken) ?? Task.CompletedTask;
        var (looking, writing) = (memory.RunAsync(end.Token), WriteAsync(client, plant.HealthyIndex, end.Token));
        await faults.RunAsync(Duration, cancellationToken);
        await end.CancelAsync();
        await looking;
        var written = await writing;
        await SettleAsync(client, plant, bridge, seed, cancellationToken);

        var sessions = await UntilAsync(
            client,
            Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSessionCount,
            2,
            cancellationToken
        );
        var subscriptions = await UntilAsync(
            client,
            Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSubscriptionCount,
            2,
            cancellationToken
        );
        await away;
        await ending.CancelAsync();
        await counting;
        if (broker is not null)
            await broker.AssertAsync(plant.Counted, cancellationToken);
        var told = await ToldAsync(client, cancellationToken);
        var healthy = client.NumbersOf(plant.HealthyIndex);
        var seen = stranger
            .ChangesOf($"ns=2;s=Plc{plant.HealthyIndex}/Count")
            .Where(change => change.GetProperty("status").GetString() == "Good")
            .Select(change => change.GetProperty("value").GetInt64())
            .ToArray();
        var standstills = (await client.ReadAsync("_Status/Standstills", cancellationToken)).Value.Reference as string[];
        var restarts = (await client.ReadAsync("_Status/Restarts", cancellationToken)).Value.Bits;
        var log = bridge.Program.Output;
        Report(seed, memory, faults, client, plant, written, seen.Length, broker?.Messages);
        TestContext.Progress.WriteLine($"The bridge's log is in {await KeepAsync(log, cancellationToken)}");

        Assert.Multiple(() =>
        {
            Assert.That(
                healthy,
                Is.EqualTo(Enumerable.Range((int)healthy[0], healthy.Length)),
                "every value of the PLC that was left alone, once"
            );
            Assert.That(seen, Is.EqualTo(Enumerable.Range((int)seen[0], seen.Length)), "node-opcua saw the same");
            for (var plc = 0; plc < plant.HealthyIndex; plc++)
                Assert.That(client.NumbersOf(plc), Is.Ordered, $"Plc{plc} went forward only");
            Assert.That((client.Gaps, client.Ended), Is.EqualTo((0, (Exception?)null)), "no message was left out");
            Assert.That((sessions, subscriptions), Is.EqualTo((2, 2)), "nobody who has gone is still there");
            Assert.That(told.Received, Is.EqualTo(told.Sent), "changes: counted by the server, and received");
            Assert.That(plant.Healthy.Counters.WriteJobs, Is.EqualTo(written), "writes: answered to the client, and received by the PLC");
            Assert.That(plant.Healthy.Counters.ConnectionsAccepted, Is.EqualTo(1), "the PLC that was left alone was connected once");
            Assert.That(
                plant.Harmed.Select(plc => plc.Counters.ConnectionsOpen),
                Is.All.EqualTo(1),
                "each of the others is connected once"
            );
            Assert.That(memory.Late - memory.Early, Is.LessThan(MostGrowth), "memory is flat");
            Assert.That(standstills, Is.Empty, "nothing stands still");
            Assert.That(restarts, Is.Zero, "and nothing had to be begun again");
            Assert.That(log, Does.Not.Contain("this is a bug").And.Not.Contain("   at "));
        });
        Assert.That(await stranger.EndAsync(cancellationToken), Is.Zero, "node-opcua was never thrown out");
    }

    /// <summary>Writes to the PLC that is left alone, ten times a second; how often that was good.</summary>
    private static async Task<int> WriteAsync(Subscriber client, int plc, CancellationToken cancellationToken)
    {
        for (var written = 0; ; )
        {
            if (cancellationToken.IsCancellationRequested)
                return written;
            // Not with the token: what has been sent is to be answered, so that both sides count the same.
            var answer = await client.Client.CallAsync<WriteResponse>(
                new WriteRequest
                {
                    NodesToWrite =
                    [
                        new WriteValue
                        {
                            NodeId = new NodeId(2, $"Plc{plc}/Setpoint"),
                            AttributeId = (uint)AttributeId.Value,
                            Value = new DataValue(Variant.From(written), default, 0, 0),
                        },
                    ],
                },
                CancellationToken.None
            );
            Assert.That(StatusCodes.NameOf(answer.Results[0]), Is.EqualTo("Good"));
            written++;
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System, cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>When all trouble is over every PLC gets a last value, and the client has to see each of them as good.</summary>
    private static async Task SettleAsync(Subscriber client, SoakPlant plant, Bridge bridge, int seed, CancellationToken cancellationToken)
    {
        int NumberOf(int plc) => seed / (plc + 1);
        plant.SetFinal(NumberOf);
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(TimeSpan.FromSeconds(60));
        for (var plc = 0; plc <= plant.HealthyIndex; plc++)
        {
            var node = plant.HealthyIndex + 1 + plc;
            while (client.Of(node) is not [.., { Status.IsGood: true, Value.Bits: var last }] || (int)last != NumberOf(plc))
            {
                if (patience.IsCancellationRequested)
                    await FailAsync(
                        $"Plc{plc} holds {NumberOf(plc)}, which the client was not told.",
                        client,
                        plant,
                        bridge,
                        cancellationToken
                    );
                await Poll.AgainAsync(cancellationToken);
            }
        }
    }

    private static async Task FailAsync(string what, Subscriber client, SoakPlant plant, Bridge bridge, CancellationToken cancellationToken)
    {
        var text = new StringBuilder(what).AppendLine($" ({client.Ended?.Message})");
        for (var node = 0; node < plant.Nodes.Length; node++)
            text.AppendLine(
                $"{plant.Nodes[node]}: the client has {client.Of(node)[^1]}, the server {await client.ReadAsync(plant.Nodes[node], cancellationToken)}"
            );
        Assert.Fail($"{text}\nThe log:\n{bridge.Program.Output}");
    }

    private static async Task<long> UntilAsync(Subscriber client, uint counter, long wanted, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(TimeSpan.FromSeconds(60));
        while (true)
        {
            var now = (await client.Client.ReadAsync(cancellationToken, new NodeId(0, counter)))[0].Value.Bits;
            if (now == wanted || patience.IsCancellationRequested)
                return now;
            await Poll.AgainAsync(cancellationToken);
        }
    }

    /// <summary>The changes that the server counts as sent and those that came: alike as soon as nothing is on its way.</summary>
    private static async Task<(int Sent, int Received)> ToldAsync(Subscriber client, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(TimeSpan.FromSeconds(20));
        while (true)
        {
            var received = client.Changes;
            var all = (ExtensionObject[])
                (
                    await client.Client.ReadAsync(
                        cancellationToken,
                        new NodeId(0, Ids.Server_ServerDiagnostics_SubscriptionDiagnosticsArray)
                    )
                )[0]
                    .Value
                    .Reference!;
            var sent = (int)
                all.Select(one => (SubscriptionDiagnosticsDataType)one.Body!)
                    .Single(one => one.SubscriptionId == client.SubscriptionId)
                    .DataChangeNotificationsCount;
            if (sent == received || patience.IsCancellationRequested)
                return (sent, received);
        }
    }

    private static async Task<string> KeepAsync(string log, CancellationToken cancellationToken)
    {
        var file = Path.Combine(TestContext.CurrentContext.WorkDirectory, "soak.log");
        await File.WriteAllTextAsync(file, log, cancellationToken);
        return file;
    }

    private static void Report(
        int seed,
        ResidentMemory memory,
        SoakFaults faults,
        Subscriber client,
        SoakPlant plant,
        int written,
        int seenByOther,
        int? published
    )
    {
        var output = TestContext.Progress;
        output.WriteLine($"| soak | {Duration}, seed {seed} |");
        output.WriteLine("|---|---|");
        foreach (var (what, times) in faults.Done)
            output.WriteLine($"| {what} | {times} |");
        output.WriteLine($"| messages, changes received | {client.Messages}, {client.Changes}; none left out |");
        output.WriteLine(
            $"| values of the healthy PLC seen, by node-opcua | {client.NumbersOf(plant.HealthyIndex).Length}, {seenByOther} |"
        );
        output.WriteLine(
            $"| messages that the broker got, half of the time late | {published?.ToString(CultureInfo.InvariantCulture) ?? "no broker"} |"
        );
        output.WriteLine($"| writes answered Good | {written} |");
        output.WriteLine(
            $"| PLC connections made | {string.Join(", ", plant.Harmed.Append(plant.Healthy).Select(plc => plc.Counters.ConnectionsAccepted))} |"
        );
        output.WriteLine($"| memory early, late | {memory.Early >> 20} MB, {memory.Late >> 20} MB ({memory.PerHour} MB/h) |");
    }
}
