using System.Diagnostics;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>Values read per second, and items created per second: every server with the same client, in turns.</summary>
internal static class ReadTable
{
    public const int InFlight = 8;

    private const int Milliseconds = 1000;
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private static readonly ReadScenario[] Scenarios =
    [
        new(1, InFlight, false),
        new(100, InFlight, false),
        new(1000, InFlight, false),
        new(1000, InFlight, true),
        new(1, 1, false),
        new(100, 1, false),
        new(1000, 1, false),
    ];

    public static async Task<ResultTable?> MeasureAsync(
        IReadOnlyList<LoadServer> foreign,
        bool alone,
        string only,
        int variables,
        TimeSpan time,
        int rounds
    )
    {
        var table = new ResultTable(
            "read",
            "Values read and tags subscribed per second",
            new Column("values", "1/s", Drawn: true),
            new Column("as a multiple of ours"),
            new Column("least"),
            new Column("lower quartile"),
            new Column("upper quartile"),
            new Column("most"),
            new Column("server CPU", "µs/value", Drawn: true),
            new Column("CPU as a multiple of ours"),
            new Column("server cores"),
            new Column("client cores")
        );
        await using var ours = await LoadServer.OursAsync(variables, Milliseconds);
        await using var node = alone ? null : await LoadServer.NodeOpcUaAsync(variables, Milliseconds);
        List<LoadServer> servers = [ours, .. foreign, .. node is null ? (LoadServer[])[] : [node]];
        foreach (var scenario in Scenarios)
            Add(table, scenario.Name, only, servers, rounds, server => Measure(server, variables, scenario, time));
        Add(table, $"{variables:N0} tags subscribed, 1,000 per call", only, servers, 1, server => Subscribe(server, variables));
        table.Notes.Add(
            $"One session, {InFlight} requests under way or one at a time, 100 different requests over {variables:N0} Int32 variables that hold still; MaxAge "
                + $"lets the server answer from what it has. {rounds} rounds in which the servers take turns of {time.TotalSeconds:0.#} s; medians, and the "
                + "spread of the ratios within a round."
        );
        table.Notes.Add(CipherCeiling.Measure(ours, time / 4).ToString());
        table.Notes.Add("Subscribed: from the first CreateMonitoredItems to the notification of the last tag, once.");
        return table;
    }

    /// <summary>What one server does with one sort of request.</summary>
    public static LoadFigures Measure(LoadServer server, int variables, ReadScenario scenario, TimeSpan time)
    {
        using var stream = new ReadStream(
            LoadSession.Open(server.Url, scenario.IsSecure ? LoadSecurity.Of(server.Url) : null),
            server.Variables(variables),
            scenario.PerCall,
            scenario.InFlight
        );
        stream.Start();
        LoadLoop.RunUntil([stream], () => stream.IsChecked, Patience);
        LoadLoop.Run([stream], time / 2, server.ProcessId);
        return LoadLoop.Run([stream], time, server.ProcessId);
    }

    private static LoadFigures Subscribe(LoadServer server, int variables)
    {
        var nodes = server.Variables(variables);
        var (cpu, own, clock) = (ProcessCpu.Of(server.ProcessId), Environment.CpuUsage.TotalTime, Stopwatch.StartNew());
        using var stream = new PublishStream(LoadSession.Open(server.Url, null), nodes, 100, server.SamplingInterval);
        stream.Start();
        LoadLoop.RunUntil([stream], () => stream.IsChecked, Patience);
        return new LoadFigures(
            clock.Elapsed.TotalSeconds,
            variables,
            0,
            0,
            (ProcessCpu.Of(server.ProcessId) - cpu)?.TotalSeconds,
            (Environment.CpuUsage.TotalTime - own).TotalSeconds
        );
    }

    private static void Add(
        ResultTable table,
        string group,
        string only,
        List<LoadServer> servers,
        int rounds,
        Func<LoadServer, LoadFigures> measure
    )
    {
        if (!group.Contains(only, StringComparison.Ordinal))
            return;
        var figures = servers.Select(_ => new LoadFigures?[rounds]).ToArray();
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < servers.Count; i++)
                figures[i][round] = Try(servers[i], group, measure);
        }
        for (var i = 0; i < servers.Count; i++)
        {
            var ratios = Quartiles.Of(figures[i].Zip(figures[0], (theirs, ours) => theirs?.PerSecond / ours?.PerSecond));
            table.Add(
                group,
                servers[i].Name,
                Median(figures[i], f => f.PerSecond),
                ratios.Median,
                ratios.Least,
                ratios.Lower,
                ratios.Upper,
                ratios.Most,
                Median(figures[i], f => f.CpuMicroseconds),
                Quartiles.Of(figures[i].Zip(figures[0], (theirs, ours) => theirs?.CpuMicroseconds / ours?.CpuMicroseconds)).Median,
                Median(figures[i], f => f.ServerCpu / f.Seconds),
                Median(figures[i], f => f.ClientCpu / f.Seconds)
            );
        }
    }

    private static double? Median(LoadFigures?[] figures, Func<LoadFigures, double?> of) =>
        Quartiles.Of(figures.Select(f => f is null ? null : of(f))).Median;

    private static LoadFigures? Try(LoadServer server, string group, Func<LoadServer, LoadFigures> measure)
    {
        try
        {
            return measure(server);
        }
        catch (Exception e) when (e is TimeoutException or UaException or IOException or System.Net.Sockets.SocketException)
        {
            Console.WriteLine($"     {server.Name}, {group}: {e.Message}");
            return null;
        }
    }
}

/// <summary>A load of the Read service.</summary>
/// <param name="PerCall">Nodes per request.</param>
/// <param name="InFlight">Requests that wait for their answers.</param>
/// <param name="IsSecure">Basic256Sha256 with SignAndEncrypt, else None.</param>
internal sealed record ReadScenario(int PerCall, int InFlight, bool IsSecure)
{
    /// <summary>What the table calls it.</summary>
    public string Name => $"{PerCall:N0} nodes per call{(InFlight == 1 ? ", one at a time" : "")}{(IsSecure ? ", SignAndEncrypt" : "")}";
}
