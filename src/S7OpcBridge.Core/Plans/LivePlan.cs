using System.Collections.Immutable;
using System.Diagnostics;
using S7OpcBridge.Core.Doctor;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core;

/// <summary>Measured cycle of a scan class on the connected PLC.</summary>
/// <param name="Cycle">Median cycle time.</param>
/// <param name="FailedItems">Number of items that the PLC refused, counting all items of a request refused as a whole.</param>
public readonly record struct LiveScan(TimeSpan Cycle, int FailedItems);

/// <summary>The result of a plan on one connected PLC.</summary>
/// <param name="MaxJobs">Negotiated jobs in flight; 0: not connected.</param>
/// <param name="Error">Why it could not be measured, as a sentence; null: it was.</param>
/// <param name="Scans">One per scan class.</param>
public sealed record LivePlc(int MaxJobs, string? Error, ImmutableArray<LiveScan> Scans);

/// <summary>Runs the plans on the PLCs a few times, one PLC after the other over one connection each, and measures them.</summary>
public static class LivePlan
{
    private const int Rounds = 3;

    // The first round is not counted, because caches and code are still cold on both sides.
    private const int WarmUps = 1;

    /// <summary>Returns the plans made with the negotiated PDU, with the measured times.</summary>
    public static async Task<ImmutableArray<PlcPlan>> MeasureAsync(
        ImmutableArray<PlcPlan> plans,
        TagMap map,
        S7PlusHooks hooks,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        var plcs = ImmutableArray.CreateBuilder<PlcPlan>();
        foreach (var plc in plans)
            plcs.Add(
                !plc.Plc.Enabled ? plc
                : plc.Plc.IsS7Plus
                    ? await MeasureAsync(
                        plc,
                        hooks.OptionsOf(map.Plcs[plc.Plc.Index]),
                        ExaminedSymbol.ListFor(map, plc.Plc),
                        time,
                        cancellationToken
                    )
                : await MeasureAsync(plc, map, time, cancellationToken)
            );
        return plcs.ToImmutable();
    }

    private static async Task<PlcPlan> MeasureAsync(PlcPlan plan, TagMap map, TimeProvider time, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await S7Connection.ConnectAsync(map.Plcs[plan.Plc.Index].Connection, time, cancellationToken);
            var real = plan.WithPdu(map, connection.PduSize);
            var scans = ImmutableArray.CreateBuilder<LiveScan>();
            foreach (var scan in real.Scans)
                scans.Add(await MeasureAsync(scan.Plan, connection, cancellationToken));
            return real with { Live = new LivePlc(connection.MaxJobs, null, scans.ToImmutable()) };
        }
        catch (S7Exception error)
        {
            return plan with { Live = new LivePlc(0, error.Message, []) };
        }
    }

    // Plans the symbols with the CPU's own limits; times are not measured.
    private static async Task<PlcPlan> MeasureAsync(
        PlcPlan plan,
        S7PlusConnectionOptions options,
        IReadOnlyList<ExaminedSymbol> symbols,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        try
        {
            await using var connection = await S7PlusConnection.ConnectAsync(options, time, cancellationToken);
            var program = await S7PlusProgram.BrowseAsync(connection, cancellationToken);
            var (items, budget) = (new Dictionary<string, List<S7PlusItem>>(), new S7PlusSymbolBudget());
            foreach (var symbol in symbols.Where(each => each.Symbol is not null))
            {
                if ((await program.FindAsync(symbol.Symbol!, cancellationToken)).Symbol is not { } found)
                    continue;
                await foreach (var item in program.ItemsBelowAsync(found, budget, cancellationToken))
                    (items.TryGetValue(symbol.Symbol!, out var list) ? list : items[symbol.Symbol!] = []).Add(item.Item!.Value);
            }
            var limits = connection.Limits;
            return plan with
            {
                PduSize = limits.RequestBytes,
                MaxItems = Math.Min(plan.Plc.MaxItems, limits.ItemsPerRead),
                SymbolScans = SymbolScan.ListFor(
                    [.. plan.SymbolScans.Select(scan => scan.Scan)],
                    [.. plan.SymbolScans.Select(scan => scan.Symbols.ToArray())],
                    [
                        .. plan.SymbolScans.Select(scan => new S7PlusClassItems(
                            [.. scan.Symbols.SelectMany(symbol => items.GetValueOrDefault(symbol, []))],
                            []
                        )),
                    ],
                    limits
                ),
                Live = new LivePlc(1, null, []),
            };
        }
        catch (S7PlusException error)
        {
            return plan with { Live = new LivePlc(0, error.Message, []) };
        }
    }

    private static async Task<LiveScan> MeasureAsync(ReadPlan plan, S7Connection connection, CancellationToken cancellationToken)
    {
        var jobs = plan.Requests.Select(request => new S7ReadJob([.. request.Items.Select(item => item.Range)])).ToArray();
        var times = new List<TimeSpan>();
        var failed = 0;
        for (var round = -WarmUps; round < Rounds; round++)
        {
            var start = Stopwatch.GetTimestamp();
            var results = await Task.WhenAll(jobs.Select(job => ReadAsync(job, connection, cancellationToken)));
            if (round >= 0)
                times.Add(Stopwatch.GetElapsedTime(start));
            failed = results.Sum();
        }
        times.Sort();
        return new LiveScan(times[Rounds / 2], failed);
    }

    private static async Task<int> ReadAsync(S7ReadJob job, S7Connection connection, CancellationToken cancellationToken)
    {
        try
        {
            await connection.ReadAsync(job, cancellationToken);
            return Enumerable.Range(0, job.Count).Count(item => job.StatusOf(item) != S7ItemStatus.Ok);
        }
        catch (S7RefusedException)
        {
            return job.Count;
        }
    }
}
