namespace S7OpcBridge.S7;

/// <summary>What a CPU says of itself; a part that it does not tell is empty. Immutable.</summary>
/// <param name="Leds">Its LEDs.</param>
/// <param name="FaultyStations">Its faulty racks and stations.</param>
/// <param name="Entries">The newest entries of its diagnostics buffer, the newest first.</param>
public sealed record S7CpuReport(
    IReadOnlyList<S7Led> Leds,
    IReadOnlyList<S7Station> FaultyStations,
    IReadOnlyList<S7DiagnosticEntry> Entries
)
{
    /// <summary>The LEDs that are not dark, in words: <c>RUN on</c>, <c>BUS1F flashes</c>.</summary>
    public IEnumerable<string> LitLeds =>
        Leds.Where(static led => led.IsOn || led.Blinking != 0).Select(static led => $"{led.Name} {led.Words}");

    /// <summary>Why it went to STOP the last time; null: the entries do not tell it.</summary>
    public S7StopCause? LastStop => S7StopCause.Of(Entries);
}
