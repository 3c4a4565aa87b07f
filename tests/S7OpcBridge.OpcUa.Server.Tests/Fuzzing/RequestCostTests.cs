using System.Globalization;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Tests.History;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Fuzzing;

/// <summary>
/// Requests of every service to a running server, each with a meter of its cost. <c>S7OPCBRIDGE_FUZZ_SEED</c> takes other ones,
/// <c>S7OPCBRIDGE_FUZZ_REQUESTS</c> more. A finding prints its number, which makes the same request again.
/// </summary>
[CancelAfter(300_000)]
internal sealed class RequestCostTests : HistoryFixture
{
    private const int Requests = 600,
        OfOneSession = 30,
        Tries = 5;

    // A request may cost this much, and this much more for each byte of it and of its answer, in an unoptimised build on a busy machine.
    private static readonly TimeSpan Allowed = TimeSpan.FromMilliseconds(50),
        PerByte = TimeSpan.FromMicroseconds(3);

    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(200);

    private UaTestClient _client = null!;
    private uint _subscription;

    [Test]
    public async Task No_request_costs_more_than_its_size_explains_and_nothing_stays_of_any()
    {
        var seed = Number("S7OPCBRIDGE_FUZZ_SEED", 20261127);
        TestContext.Out.WriteLine($"S7OPCBRIDGE_FUZZ_SEED={seed}");
        await StartAsync(hasEvents: true);
        for (var minute = 0; minute < 100; minute++)
            Record(0, At(minute), Variant.From((double)minute));
        var rest = KeptOutsideSessions();
        var reached = new HashSet<string>();
        for (var i = 0; i < Number("S7OPCBRIDGE_FUZZ_REQUESTS", Requests); i++)
        {
            if (i % OfOneSession == 0)
                await BeginAsync();
            var (service, bytes, cost) = await CostAsync(seed + i);
            for (var again = 1; cost > LimitOf(bytes) && again < Tries; again++)
            {
                await BeginAsync();
                var (_, _, other) = await CostAsync(seed + i);
                cost = cost < other ? cost : other;
            }

            Assert.That(cost, Is.LessThanOrEqualTo(LimitOf(bytes)), $"{service}: {bytes} bytes, S7OPCBRIDGE_FUZZ_SEED={seed + i}");
            reached.Add(service);
        }

        Assert.That(reached, Has.Count.GreaterThan(30), "all services");
        await EndAsync();
        await Poll.UntilAsync(() => KeptOutsideSessions() == rest, Stop);
        await Server.Server.StopAsync(Stop);
        await Poll.UntilAsync(() => Server.Server.ClientMemory.Taken == 0, Stop);
    }

    private static int Number(string variable, int usual) =>
        Environment.GetEnvironmentVariable(variable) is { } text ? int.Parse(text, CultureInfo.InvariantCulture) : usual;

    private static TimeSpan LimitOf(int bytes) => Allowed + PerByte * bytes;

    private async Task<(string Service, int Bytes, TimeSpan Cost)> CostAsync(int number)
    {
        var (service, body) = RequestSeeds.Make(number, _client.AuthenticationToken, _subscription);
        var before = Environment.CpuUsage.TotalTime;
        try
        {
            // Publish waits, as it ought to.
            var answer = await _client
                .CallBodyAsync(body, Stop)
                .WaitAsync(service == "Publish" ? Patience : Timeout.InfiniteTimeSpan, Stop);
            return (service, body.Length + answer.Length, Environment.CpuUsage.TotalTime - before);
        }
        catch (TimeoutException)
        {
            // While it waits the meter counts what else the process does; a request that is worked on all the time is still beyond the limit.
            return (service, body.Length, (Environment.CpuUsage.TotalTime - before) / 2);
        }
        catch (Exception e) when (IsEnd(e))
        {
            await BeginAsync();
            return (service, body.Length, TimeSpan.Zero); // the connection was ended for it
        }
    }

    private async Task BeginAsync()
    {
        if (_client is not null)
            await EndAsync();
        _client = await SessionAsync();
        _subscription = (
            await _client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest { RequestedPublishingInterval = 3_600_000 },
                Stop
            )
        ).SubscriptionId;
    }

    private async Task EndAsync()
    {
        try
        {
            await StatusOf(_client.CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = true }, Stop));
        }
        catch (Exception e) when (IsEnd(e))
        {
            // A request has ended the connection before, and its session with it or a while later.
        }

        await _client.DisposeAsync();
    }

    private static bool IsEnd(Exception e) =>
        e is UaException or UaTestErrorException or IOException or SocketException or ObjectDisposedException;

    private long KeptOutsideSessions()
    {
        var figures = Server.Server.ClientMemory;
        return figures.Taken - figures.ByKind[(int)ClientMemoryKind.Sessions];
    }
}
