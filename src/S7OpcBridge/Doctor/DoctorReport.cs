using System.Text.Json.Serialization;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.Recording;

namespace S7OpcBridge.Doctor;

/// <summary>The results of <c>doctor</c>, PLC by PLC. Serialized in camel case as its JSON output: a contract (docs/doctor.md).</summary>
internal sealed record DoctorReport(IReadOnlyList<PlcReport> Plcs)
{
    /// <summary>The history; null: the map has none.</summary>
    public HistoryReport? History { get; init; }

    /// <summary>The clients that the server dials; null: none were looked at.</summary>
    public IReadOnlyList<ReverseReport>? Clients { get; init; }

    /// <summary>The brokers to which values are published; null: none were looked at.</summary>
    public IReadOnlyList<BrokerReport>? Brokers { get; init; }

    /// <summary>What the bridge writes but may not, apart from the history: a sentence each with the remedy.</summary>
    public IReadOnlyList<string> Unwritable { get; init; } = [];

    /// <summary>True: nothing is wrong.</summary>
    [JsonIgnore]
    public bool Ok =>
        Plcs.All(static plc => plc.Ok)
        && History is not { Ok: false }
        && (Clients ?? []).All(static client => client.Ok)
        && (Brokers ?? []).All(static broker => broker.Ok)
        && Unwritable.Count == 0;

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
