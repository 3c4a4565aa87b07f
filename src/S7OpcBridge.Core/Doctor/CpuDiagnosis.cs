using System.Globalization;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Doctor;

/// <summary>What an S7-300 or S7-400 says of its state, as lines. What a CPU does not tell is left out.</summary>
internal sealed class CpuDiagnosis(S7Connection connection, Func<CancellationToken, ValueTask<IDisposable?>>? turn)
{
    private const int Entries = 10;

    public async Task<IReadOnlyList<string>> ReadAsync(CancellationToken cancellationToken)
    {
        var report = await connection.Diagnostics.ReadReportAsync(Entries, turn, cancellationToken);
        var lines = new List<string>();
        if (string.Join(", ", report.LitLeds) is { Length: > 0 } lit)
            lines.Add($"LEDs: {lit}");
        if (report.FaultyStations.Count > 0)
            lines.Add($"faulty: {string.Join(", ", report.FaultyStations.Select(static station => station.Words))}");
        if (report.LastStop is { } stop)
            lines.Add($"last STOP{At(stop.Time)}: {stop.Words}");
        lines.AddRange(report.Entries.Select(static entry => $"diagnostics buffer{At(entry.Time)}: {entry.Words}"));
        return lines;
    }

    private static string At(DateTime? time) =>
        time is { } at ? string.Create(CultureInfo.InvariantCulture, $" {at:yyyy-MM-dd HH:mm:ss}") : "";
}
