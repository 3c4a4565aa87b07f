namespace S7OpcBridge.Simulator.Shapes;

/// <summary>The one task that moves all values of a PLC: the PLC's program, so to speak.</summary>
internal sealed class ShapeTicker(ShapeTable shapes, PlcCpu cpu, TimeProvider time)
{
    private static readonly TimeSpan ShortestWait = TimeSpan.FromMilliseconds(1);
    private readonly long _start = time.GetTimestamp();

    /// <summary>Time since the PLC was made.</summary>
    public TimeSpan Elapsed => time.GetElapsedTime(_start);

    /// <summary>The present moment.</summary>
    public ShapeMoment Now => new(Elapsed.TotalSeconds, time.GetUtcNow().UtcTicks + cpu.ClockOffset.Ticks);

    /// <summary>Moves values until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var next = shapes.Tick(Now, Elapsed, cpu.IsRunning);
            var wait = next - Elapsed;
            await Task.Delay(wait > ShortestWait ? wait : ShortestWait, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
