using System.Globalization;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Doctor;

/// <summary>What an S7-300 or S7-400 says of its state, as lines. What a CPU does not tell is left out.</summary>
internal sealed class CpuDiagnosis(S7Connection connection, Func<CancellationToken, ValueTask<IDisposable?>>? turn)
{
    private const int Entries = 10;

    public async Task<IReadOnlyList<string>> ReadAsync(CancellationToken cancellationToken)
    {
        var lines = new List<string>();
        var leds = await AskAsync(connection.Diagnostics.ReadLedsAsync, cancellationToken);
        var lit = (leds ?? []).Where(static led => led.IsOn || led.Blinking != 0).Select(static led => $"{led.Name} {led.Words}").ToList();
        if (lit.Count > 0)
            lines.Add($"LEDs: {string.Join(", ", lit)}");
        var faulty = await AskAsync(connection.Diagnostics.ReadFaultyStationsAsync, cancellationToken) ?? [];
        if (faulty.Count > 0)
            lines.Add($"faulty: {string.Join(", ", faulty.Select(static station => station.Words))}");
        var entries = await AskAsync(token => connection.Diagnostics.ReadBufferAsync(Entries, token), cancellationToken) ?? [];
        if (S7StopCause.Of(entries) is { } stop)
            lines.Add($"last STOP{At(stop.Time)}: {stop.Words}");
        lines.AddRange(entries.Select(static entry => $"diagnostics buffer{At(entry.Time)}: {entry.Words}"));
        return lines;
    }

    private async Task<IReadOnlyList<T>?> AskAsync<T>(
        Func<CancellationToken, Task<IReadOnlyList<T>>> ask,
        CancellationToken cancellationToken
    )
    {
        using var mine = turn is null ? null : await turn(cancellationToken);
        try
        {
            return await ask(cancellationToken);
        }
        catch (Exception e) when (e is S7RefusedException or S7ProtocolException)
        {
            return null;
        }
    }

    private static string At(DateTime? time) =>
        time is { } at ? string.Create(CultureInfo.InvariantCulture, $" {at:yyyy-MM-dd HH:mm:ss}") : "";
}
