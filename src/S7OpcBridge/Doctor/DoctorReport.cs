using System.Text.Json.Serialization;
using S7OpcBridge.Map;
using S7OpcBridge.Recording;

namespace S7OpcBridge.Doctor;

/// <summary>The results of <c>doctor</c>, PLC by PLC. Serialized in camel case as its JSON output: a contract (docs/doctor.md).</summary>
internal sealed record DoctorReport(IReadOnlyList<PlcReport> Plcs)
{
    /// <summary>The history; null: the map has none.</summary>
    public HistoryReport? History { get; init; }

    /// <summary>What the bridge writes but may not, apart from the history: a sentence each with the remedy.</summary>
    public IReadOnlyList<string> Unwritable { get; init; } = [];

    /// <summary>True: nothing is wrong.</summary>
    [JsonIgnore]
    public bool Ok => Plcs.All(static plc => plc.Ok) && History is not { Ok: false } && Unwritable.Count == 0;

    /// <summary>A copy with what <c>doctor</c> finds apart from the PLCs.</summary>
    /// <param name="running">The open store of the running bridge; null: no bridge runs.</param>
    public DoctorReport With(BridgeMap map, HistoryHost? running) =>
        this with
        {
            History = HistoryReport.From(map, running),
            Unwritable =
            [
                .. WrittenPlace
                    .ListFor(map)
                    .Where(static place => place.What != WrittenPlace.History)
                    .Select(static place => place.Fault)
                    .OfType<string>(),
            ],
        };
}

/// <summary>The results for one PLC.</summary>
internal sealed record PlcReport
{
    public required string Name { get; init; }

    public required string Host { get; init; }

    public required int Port { get; init; }

    public required string Profile { get; init; }

    /// <summary><c>s7</c> or <c>s7plus</c>: the stages are those of this protocol.</summary>
    public string Protocol { get; set; } = "s7";

    /// <summary>A soft PLC.</summary>
    public bool Simulated { get; init; }

    /// <summary>
    /// <c>own</c>: doctor made its own connection; <c>bridge</c>: the running bridge was asked, over its connection; <c>none</c>: the PLC is disabled in the
    /// map; <c>node</c>: another node of the cluster reads it and gave no report.
    /// </summary>
    public required string Connection { get; init; }

    /// <summary>The node of the cluster that reads the PLC, where it is another one: the results are its own. Empty: this node, or no cluster.</summary>
    public string Node { get; set; } = "";

    /// <summary>True: no errors; there may be warnings.</summary>
    public required bool Ok { get; init; }

    /// <summary>PDU size in bytes and jobs in flight, as negotiated; 0: not connected.</summary>
    public int PduSize { get; init; }

    public int MaxJobs { get; init; }

    /// <summary>Null: not reached, or it reported nothing.</summary>
    public CpuReport? Cpu { get; init; }

    /// <summary>SHA-1 of the certificate that the CPU has shown; empty: none.</summary>
    public string Certificate { get; set; } = "";

    /// <summary>Tags of this PLC, and how many of them were read.</summary>
    public int Tags { get; init; }

    public int TagsRead { get; init; }

    public required IReadOnlyList<StageReport> Stages { get; init; }

    public required IReadOnlyList<DoctorFinding> Findings { get; init; }
}

/// <summary>The result of a stage.</summary>
/// <param name="Stage">tcp, cotp, setup, identity, blocks, tags.</param>
/// <param name="Result">ok, failed, skipped.</param>
/// <param name="Detail">Details in words.</param>
internal sealed record StageReport(string Stage, string Result, string Detail);

/// <summary>What the CPU reported about itself; empty or null where it did not.</summary>
internal sealed record CpuReport(
    string OrderNumber,
    string Firmware,
    string ModuleType,
    string SerialNumber,
    string State,
    int? ProtectionLevel,
    int? ConnectionsUsed,
    int? ConnectionsFree,
    int? ConnectionsMax
);

/// <summary>A cause with its remedy.</summary>
/// <param name="Stage">The stage where it was found.</param>
/// <param name="Cause">The cause as a word (docs/doctor.md).</param>
/// <param name="Severity">error or warning.</param>
/// <param name="Sentence">The cause as a sentence.</param>
/// <param name="Fix">What to do.</param>
/// <param name="Cost">Consequence of the remedy for the plant; empty: none.</param>
/// <param name="Tags">Names of the affected tags; empty: all, or none in particular.</param>
internal sealed record DoctorFinding(
    string Stage,
    string Cause,
    string Severity,
    string Sentence,
    string Fix,
    string Cost,
    IReadOnlyList<string> Tags
);
