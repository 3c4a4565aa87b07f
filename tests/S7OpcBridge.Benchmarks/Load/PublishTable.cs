using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// Notifications per second: every server under the same load, in turns. Whatever else the machine has to do falls on all of them alike, and ratios are those
/// of one round.
/// </summary>
internal static class PublishTable
{
    /// <summary>Between two changes of an item, and between two publishing cycles.</summary>
    public const int Milliseconds = 10;

    private const int Sessions = 50,
        Few = 20;

    public static async Task<ResultTable?> MeasureAsync(
        IReadOnlyList<LoadServer> foreign,
        bool alone,
        string only,
        int items,
        TimeSpan time,
        int rounds
    )
    {
        var table = new ResultTable(
            "publish",
            "Notifications per second",
            new Column("notifications", "1/s", Drawn: true),
            new Column("as a multiple of ours"),
            new Column("lower quartile"),
            new Column("upper quartile"),
            new Column("server CPU", "s/million", Drawn: true),
            new Column("CPU as a multiple of ours"),
            new Column("lower quartile of CPU"),
            new Column("upper quartile of CPU"),
            new Column("wire", "MB/s"),
            new Column("server cores"),
            new Column("client cores")
        );
        await using var ours = await LoadServer.OursAsync(items, Milliseconds);
        await using var node = alone ? null : await LoadServer.NodeOpcUaAsync(items, Milliseconds);
        List<LoadServer> servers = [ours, .. foreign, .. node is null ? (LoadServer[])[] : [node]];
        foreach (var scenario in Scenarios(items).Where(s => s.Name.Contains(only, StringComparison.Ordinal)))
            Measure(table, scenario, servers, time, rounds);
        table.Notes.Add(
            $"Every item changes every {Milliseconds} ms and is published every {Milliseconds} ms, where the server can: more is offered than is delivered, a "
                + "queue holds one value. Int32 with two timestamps, 26 bytes."
        );
        table.Notes.Add(
            $"Server and client are processes on one machine; the client is one thread that counts notifications and verifies chunks. {rounds} rounds in "
                + $"which the servers take turns of {time.TotalSeconds:0.#} s, nothing changing in the others; medians, and of the ratios within a round the "
                + "quartiles as well."
        );
        return table;
    }

    /// <summary>What one server does in one scenario.</summary>
    public static LoadFigures Measure(LoadServer server, PublishScenario scenario, TimeSpan time)
    {
        using var load = PublishLoad.Open(server, scenario);
        return load.Take(time);
    }

    private static void Measure(ResultTable table, PublishScenario scenario, List<LoadServer> servers, TimeSpan time, int rounds)
    {
        var loads = new PublishLoad?[servers.Count];
        var figures = servers.Select(_ => new LoadFigures?[rounds]).ToArray();
        try
        {
            for (var i = 0; i < loads.Length; i++)
                loads[i] = Try(servers[i], scenario, () => PublishLoad.Open(servers[i], scenario));
            for (var round = 0; round < rounds; round++)
            {
                for (var i = 0; i < loads.Length; i++)
                {
                    if (loads[i] is not { } load || (figures[i][round] = Try(servers[i], scenario, () => load.Take(time))) is not null)
                        continue;
                    load.Dispose();
                    loads[i] = null; // it does not take part in what follows
                }
            }
        }
        finally
        {
            foreach (var load in loads)
                load?.Dispose();
        }

        for (var i = 0; i < loads.Length; i++)
            Add(table, scenario.Name, servers[i].Name, figures[i], figures[0]);
    }

    private static void Add(ResultTable table, string group, string name, LoadFigures?[] theirs, LoadFigures?[] ours)
    {
        var rates = Quartiles.Of(theirs.Zip(ours, (a, b) => a?.PerSecond / b?.PerSecond));
        var costs = Quartiles.Of(theirs.Zip(ours, (a, b) => a?.CpuMicroseconds / b?.CpuMicroseconds));
        table.Add(
            group,
            name,
            Median(theirs, f => f.PerSecond),
            rates.Median,
            rates.Lower,
            rates.Upper,
            Median(theirs, f => f.CpuMicroseconds),
            costs.Median,
            costs.Lower,
            costs.Upper,
            Median(theirs, f => f.MegabytesPerSecond),
            Median(theirs, f => f.ServerCpu / f.Seconds),
            Median(theirs, f => f.ClientCpu / f.Seconds)
        );
    }

    private static double? Median(LoadFigures?[] figures, Func<LoadFigures, double?> of) =>
        Quartiles.Of(figures.Select(f => f is null ? null : of(f))).Median;

    private static T? Try<T>(LoadServer server, PublishScenario scenario, Func<T> measure)
        where T : class
    {
        try
        {
            return measure();
        }
        catch (Exception e) when (e is TimeoutException or UaException or IOException or System.Net.Sockets.SocketException)
        {
            Console.WriteLine($"     {server.Name}, {scenario.Name}: {e.Message}");
            return null;
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
}

/// <summary>A load of the publish path.</summary>
/// <param name="Name">What the table calls it.</param>
/// <param name="Sessions">Sessions, each with one subscription.</param>
/// <param name="Items">Items of each subscription: the same variables for all.</param>
/// <param name="IsSecure">Basic256Sha256 with SignAndEncrypt, else None.</param>
internal sealed record PublishScenario(string Name, int Sessions, int Items, bool IsSecure);
