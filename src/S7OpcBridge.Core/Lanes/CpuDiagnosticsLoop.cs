using System.Threading.Channels;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;

namespace S7OpcBridge.Core.Lanes;

/// <summary>
/// Keeps in the status what a CPU says of its own state: read once, and again after the CPU has told something new, but not more often than every ten seconds.
/// </summary>
internal sealed class CpuDiagnosticsLoop(PlcContext context, CpuAlarmFeed feed)
{
    private static readonly TimeSpan Apart = TimeSpan.FromSeconds(10);

    private readonly Channel<bool> _changes = Channel.CreateBounded<bool>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite }
    );

    /// <summary>The CPU has told something: its state may be another one.</summary>
    public void Change() => _changes.Writer.TryWrite(true);

    /// <summary>Reads until cancelled, or until the link ends; returns where the CPU says nothing of itself.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            context.ThrowIfFenced();
            if (await feed.ReadDiagnosticsAsync(cancellationToken).ConfigureAwait(false) is not { } report)
                return;
            context.StatusStore.CpuDiagnostics(
                report.Leds,
                report.FaultyStations,
                report.LastStop is { } stop ? CpuEventLine.For(stop, context.Plc.TimeZone) : ""
            );
            await Task.Delay(Apart, context.Time, cancellationToken).ConfigureAwait(false);
            await _changes.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
        }
    }
}
