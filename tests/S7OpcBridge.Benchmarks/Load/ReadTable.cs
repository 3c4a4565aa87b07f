using System.Diagnostics;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>Values read per second, and items created per second: every server with the same client, in turns.</summary>
internal static class ReadTable
{
    public const int InFlight = 8;

    private const int Milliseconds = 1000;
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    public static async Task<ResultTable?> MeasureAsync(IReadOnlyList<LoadServer> foreign, bool alone, string only, int variables, TimeSpan time, int rounds)
    {
        var table = new ResultTable("read", "Values read and tags subscribed per second",
            new Column("values", "1/s", Drawn: true), new Column("as a multiple of ours"), new Column("server CPU", "µs/value", Drawn: true),
            new Column("CPU as a multiple of ours"), new Column("server cores"), new Column("client cores"));
        await using var ours = await LoadServer.OursAsync(variables, Milliseconds);
        await using var node = alone ? null : await LoadServer.NodeOpcUaAsync(variables, Milliseconds);
        List<LoadServer> servers = [ours, .. foreign, .. node is null ? (LoadServer[])[] : [node]];
        foreach (var (perCall, secure) in ((int, bool)[])[(1, false), (100, false), (1000, false), (1000, true)])
        {
            Add(table, $"{perCall:N0} nodes per call{(secure ? ", SignAndEncrypt" : "")}", only, servers, rounds,
                server => Measure(server, variables, perCall, secure, time));
        }
        Add(table, $"{variables:N0} tags subscribed, 1,000 per call", only, servers, 1, server => Subscribe(server, variables));
        table.FillRatios("as a multiple of ours", "values", ours.Name);
        table.FillRatios("CPU as a multiple of ours", "server CPU", ours.Name);
        table.Notes.Add(
            $"One session, {InFlight} requests under way, 100 different requests over {variables:N0} Int32 variables that hold still; MaxAge lets the server "
                + $"answer from what it has. Median of {rounds} stretches of {time.TotalSeconds:0.#} s; the servers take turns."
        );
        table.Notes.Add(CipherCeiling.Measure(ours, time / 4).ToString());
        table.Notes.Add("Subscribed: from the first CreateMonitoredItems to the notification of the last tag, once.");
        return table;
    }

    /// <summary>What one server does with one sort of request.</summary>
    public static LoadFigures Measure(LoadServer server, int variables, int perCall, bool secure, TimeSpan time)
    {
        using var stream = new ReadStream(
            LoadSession.Open(server.Url, secure ? LoadSecurity.Of(server.Url) : null),
            server.Variables(variables),
            perCall,
            InFlight
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

    private static void Add(ResultTable table, string group, string only, List<LoadServer> servers, int rounds, Func<LoadServer, LoadFigures> measure)
    {
        if (!group.Contains(only, StringComparison.Ordinal))
            return;
        var figures = servers.ToDictionary(server => server, _ => new List<LoadFigures>());
        for (var round = 0; round < rounds; round++)
        {
            foreach (var server in servers)
                Try(server, group, () => figures[server].Add(measure(server)));
        }
        foreach (var server in servers)
        {
            if (figures[server].Count == 0)
                table.Add(group, server.Name);
            else if (LoadFigures.Median(figures[server]) is var median)
                table.Add(
                    group,
                    server.Name,
                    median.PerSecond,
                    null,
                    median.CpuMicroseconds,
                    null,
                    median.ServerCpu / median.Seconds,
                    median.ClientCpu / median.Seconds
                );
        }
    }

    private static void Try(LoadServer server, string group, Action measure)
    {
        try
        {
            measure();
        }
        catch (Exception e) when (e is TimeoutException or UaException or IOException or System.Net.Sockets.SocketException)
        {
            Console.WriteLine($"     {server.Name}, {group}: {e.Message}");
        }
    }
}
