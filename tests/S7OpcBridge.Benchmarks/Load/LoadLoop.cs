using System.Diagnostics;
using System.Net.Sockets;

namespace S7OpcBridge.Benchmarks;

/// <summary>Drives sessions under load, all on one thread.</summary>
internal static class LoadLoop
{
    private static readonly List<Socket> Ready = [];

    /// <summary>Takes answers until a condition holds.</summary>
    /// <exception cref="TimeoutException">It did not within the time.</exception>
    public static void RunUntil(IReadOnlyList<LoadStream> streams, Func<bool> isEnough, TimeSpan within)
    {
        var clock = Stopwatch.StartNew();
        while (!isEnough())
        {
            if (clock.Elapsed > within)
                throw new TimeoutException($"The server has not delivered everything within {within.TotalSeconds:0} s.");
            Turn(streams);
        }
    }

    /// <summary>Takes answers for some time.</summary>
    public static LoadFigures Run(IReadOnlyList<LoadStream> streams, TimeSpan time, int? server)
    {
        var (cpu, own) = (ProcessCpu.PartsOf(server), Environment.CpuUsage.TotalTime);
        var (values, messages, bytes) = (streams.Sum(s => s.Values), streams.Sum(s => s.Messages), streams.Sum(s => s.Bytes));
        var clock = Stopwatch.StartNew();
        while (clock.Elapsed < time)
            Turn(streams);
        var seconds = clock.Elapsed.TotalSeconds;
        var after = ProcessCpu.PartsOf(server);
        return new LoadFigures(
            seconds,
            streams.Sum(s => s.Values) - values,
            streams.Sum(s => s.Messages) - messages,
            streams.Sum(s => s.Bytes) - bytes,
            (after?.User + after?.System - cpu?.User - cpu?.System)?.TotalSeconds,
            (Environment.CpuUsage.TotalTime - own).TotalSeconds
        )
        {
            ServerSystem = (after?.System - cpu?.System)?.TotalSeconds,
        };
    }

    private static void Turn(IReadOnlyList<LoadStream> streams)
    {
        if (streams.Count == 1)
        {
            streams[0].Receive();
            return;
        }
        Ready.Clear();
        for (var i = 0; i < streams.Count; i++)
            Ready.Add(streams[i].Session.Channel.Socket);
        Socket.Select(Ready, null, null, TimeSpan.FromSeconds(1));
        // What is ready stands in the order in which it was asked for.
        var next = 0;
        for (var i = 0; i < streams.Count; i++)
        {
            if (next < Ready.Count && streams[i].Session.Channel.Socket == Ready[next])
            {
                next++;
                streams[i].Receive();
            }
        }
    }
}

/// <summary>What came in a stretch of time, and what it cost.</summary>
/// <param name="Seconds">Length of the stretch.</param>
/// <param name="Values">Values or notifications.</param>
/// <param name="Messages">Answers.</param>
/// <param name="Bytes">Bytes on the wire, from server to client.</param>
/// <param name="ServerCpu">CPU seconds of the server's process; null: unknown.</param>
/// <param name="ClientCpu">CPU seconds of this process.</param>
internal sealed record LoadFigures(double Seconds, long Values, long Messages, long Bytes, double? ServerCpu, double ClientCpu)
{
    /// <summary>The kernel's share of <see cref="ServerCpu"/>; null: unknown.</summary>
    public double? ServerSystem { get; init; }

    public double PerSecond => Values / Seconds;

    /// <summary>Server CPU per value, in microseconds (seconds per million).</summary>
    public double? CpuMicroseconds => Values > 0 ? ServerCpu * 1e6 / Values : null;

    public double MegabytesPerSecond => Bytes / Seconds / 1e6;

    /// <summary>The medians of several stretches.</summary>
    public static LoadFigures Median(IReadOnlyList<LoadFigures> figures) => figures.OrderBy(f => f.PerSecond).ElementAt(figures.Count / 2);
}
