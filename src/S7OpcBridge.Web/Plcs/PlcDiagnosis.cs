using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Plcs;

/// <summary>What an S7-300 or S7-400 says of itself on its card, where the map wants its alarms.</summary>
/// <param name="Leds">The LEDs that are not dark, as <c>BUS1F flashes</c>.</param>
/// <param name="FaultyStations">Racks, stations and devices that are faulty.</param>
/// <param name="LastStop">Time and cause of the last STOP; null: not told.</param>
internal sealed record PlcDiagnosis(IReadOnlyList<string> Leds, IReadOnlyList<string> FaultyStations, string? LastStop)
{
    /// <summary>What a PLC says; null: nothing.</summary>
    public static PlcDiagnosis? From(PlcStatus status) =>
        status.Alarms is { } told && (!told.Leds.IsEmpty || !told.FaultyStations.IsEmpty || told.LastStop.Length > 0)
            ? new PlcDiagnosis(told.Leds, told.FaultyStations, told.LastStop.Length > 0 ? told.LastStop : null)
            : null;
}
