using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>Notifications per second: every server under the same load, one after the other.</summary>
internal static class PublishTable
{
    private const int Milliseconds = 10, Sessions = 50, Few = 20;
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    public static async Task<ResultTable?> MeasureAsync(IReadOnlyList<LoadServer> foreign, bool alone, string only, int items, TimeSpan time, int rounds)
    {
        var table = new ResultTable("publish", "Notifications per second",
            new Column("notifications", "1/s", Drawn: true), new Column("as a multiple of ours"), new Column("server CPU", "s/million", Drawn: true),
            new Column("CPU as a multiple of ours"), new Column("wire", "MB/s"), new Column("server cores"), new Column("client cores"));
        await using var ours = await LoadServer.OursAsync(items, Milliseconds);
        await using var node = alone ? null : await LoadServer.NodeOpcUaAsync(items, Milliseconds);
        List<LoadServer> servers = [ours, .. foreign, .. node is null ? (LoadServer[])[] : [node]];
        foreach (var scenario in Scenarios(items).Where(s => s.Name.Contains(only, StringComparison.Ordinal)))
            Measure(table, scenario, servers, time, rounds);
        table.FillRatios("as a multiple of ours", "notifications", ours.Name);
        table.FillRatios("CPU as a multiple of ours", "server CPU", ours.Name);
        table.Notes.Add($"Every item changes every {Milliseconds} ms and is published every {Milliseconds} ms, where the server can: more is offered than is delivered, a queue holds one value. Int32 with two timestamps, 26 bytes.");
        table.Notes.Add($"Server and client are processes on one machine; the client is one thread that counts notifications and verifies chunks. Median of {rounds} stretches of {time.TotalSeconds:0.#} s.");
        return table;
    }

    /// <summary>What one server does in one scenario.</summary>
    public static List<LoadFigures> Measure(LoadServer server, PublishScenario scenario, TimeSpan time, int rounds)
    {
        var streams = new List<LoadStream>();
        try
        {
            Open(server, scenario, streams);
            server.Change(scenario.Items);
            LoadLoop.RunUntil(streams, () => streams.TrueForAll(s => s.IsChecked), Patience);
            LoadLoop.Run(streams, time / 2, server.ProcessId);
            return [.. Enumerable.Range(0, rounds).Select(_ => LoadLoop.Run(streams, time, server.ProcessId))];
        }
        finally
        {
            server.Change(0);
            streams.ForEach(s => s.Dispose());
        }
    }

    private static void Measure(ResultTable table, PublishScenario scenario, List<LoadServer> servers, TimeSpan time, int rounds)
    {
        foreach (var server in servers)
        {
            try
            {
                var figures = LoadFigures.Median(Measure(server, scenario, time, rounds));
                table.Add(scenario.Name, server.Name, figures.PerSecond, null, figures.CpuMicroseconds, null, figures.MegabytesPerSecond,
                    figures.ServerCpu / figures.Seconds, figures.ClientCpu / figures.Seconds);
            }
            catch (Exception e) when (e is TimeoutException or UaException or IOException or System.Net.Sockets.SocketException)
            {
                Console.WriteLine($"     {server.Name}, {scenario.Name}: {e.Message}");
                table.Add(scenario.Name, server.Name);
            }
        }
    }

    private static PublishScenario[] Scenarios(int items) =>
    [
        new($"1 session, {items:N0} items", 1, items, false),
        new($"{Sessions} sessions, {items / Sessions:N0} items each", Sessions, items / Sessions, false),
        new($"{Sessions} sessions, {Few} items each", Sessions, Few, false),
        new($"1 session, {items:N0} items, SignAndEncrypt", 1, items, true),
        new($"{Sessions} sessions, {items / Sessions:N0} items each, SignAndEncrypt", Sessions, items / Sessions, true),
    ];

    private static void Open(LoadServer server, PublishScenario scenario, List<LoadStream> streams)
    {
        var security = scenario.IsSecure ? LoadSecurity.Of(server.Url) : null;
        var nodes = server.Variables(scenario.Items);
        for (var i = 0; i < scenario.Sessions; i++)
            streams.Add(new PublishStream(LoadSession.Open(server.Url, security), nodes, Milliseconds, server.SamplingInterval));
        streams.ForEach(s => s.Start());
    }
}

/// <summary>A load of the publish path.</summary>
/// <param name="Name">What the table calls it.</param>
/// <param name="Sessions">Sessions, each with one subscription.</param>
/// <param name="Items">Items of each subscription: the same variables for all.</param>
/// <param name="IsSecure">Basic256Sha256 with SignAndEncrypt, else None.</param>
internal sealed record PublishScenario(string Name, int Sessions, int Items, bool IsSecure);
