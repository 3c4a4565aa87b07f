using S7OpcBridge.Core.Doctor;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Examines the PLCs of a map, several at a time, so that one that does not answer does not delay the others.</summary>
public static class PlantDoctor
{
    private const int AtATime = 8;

    /// <summary>Returns the reports in the order of the map.</summary>
    /// <param name="tags">The tags, redirected to soft PLCs where the map simulates.</param>
    /// <param name="profiles">The profile of each PLC by its name, because a reload may have changed the numbers.</param>
    /// <param name="only">The one PLC to examine; null: all.</param>
    /// <param name="examine">Examines one PLC.</param>
    /// <param name="cancellationToken">Ends the examination.</param>
    /// <param name="elsewhere">Has the other node of the cluster that reads a PLC examine it, over its connection; null: there is none.</param>
    /// <param name="told">Is given the results of a PLC so far after each one; null: nobody follows.</param>
    public static async Task<IReadOnlyList<PlcReport>> RunAsync(
        TagMap tags,
        IReadOnlyDictionary<string, string> profiles,
        string? only,
        S7PlusHooks hooks,
        Func<PlcDefinition, PlcDoctor, CancellationToken, Task<PlcReport>> examine,
        TimeProvider time,
        CancellationToken cancellationToken,
        Func<string, CancellationToken, Task<OtherNode?>>? elsewhere = null,
        Action<PlcReport>? told = null
    )
    {
        var plcs = tags.Plcs.Where(plc => !plc.IsGone && (only is null || plc.Name == only)).ToArray();
        var reports = new PlcReport[plcs.Length];
        await Parallel.ForEachAsync(
            plcs.Index(),
            new ParallelOptions { MaxDegreeOfParallelism = AtATime, CancellationToken = cancellationToken },
            async (each, token) =>
            {
                var (plc, profile) = (each.Item, profiles.GetValueOrDefault(each.Item.Name, S7Profiles.Generic.Name));
                reports[each.Index] =
                    elsewhere is not null && await elsewhere(plc.Name, token) is { } other
                        ? other.Report is { } report
                            ? report with
                            {
                                Node = other.Node,
                            }
                            : NotExamined(plc, profile, other)
                        : plc.IsS7Plus
                            ? await new PlusDoctor(plc, profile, ExaminedSymbol.ListFor(tags, plc), hooks.OptionsOf(plc), time)
                            {
                                Told = told,
                            }.RunAsync(token)
                            : await examine(
                                plc,
                                new PlcDoctor(plc with { Connection = hooks.ClassicOptionsOf(plc) }, profile, tags, time) { Told = told },
                                token
                            );
            }
        );
        return reports;
    }

    // A second connection beside that of the other node would be one too many for many PLCs.
    private static PlcReport NotExamined(PlcDefinition plc, string profile, OtherNode other) =>
        new()
        {
            Name = plc.Name,
            Host = plc.Connection.Host,
            Port = plc.Connection.Port,
            Profile = profile,
            Protocol = plc.IsS7Plus ? "s7plus" : "s7",
            Simulated = plc.Simulated,
            Connection = "node",
            Node = other.Node,
            Ok = true,
            Stages = [],
            Findings =
            [
                new DoctorFinding(
                    "tcp",
                    "otherNode",
                    "warning",
                    $"node {other.Node} of the cluster reads this PLC and gave no report: {other.Reason}",
                    $"run doctor on {other.Node}, which uses its connection",
                    "",
                    []
                ),
            ],
        };
}
