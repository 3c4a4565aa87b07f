namespace S7OpcBridge.Simulator.Shapes;

/// <summary>The task that updates all simulated values of a PLC, in place of a PLC program.</summary>
internal sealed class ShapeTicker(ShapeTable shapes, PlcCpu cpu, TimeProvider time)
{
    private static readonly TimeSpan ShortestWait = TimeSpan.FromMilliseconds(1);
    private readonly long _start = time.GetTimestamp();

    /// <summary>Time since the PLC was made.</summary>
    public TimeSpan Elapsed => time.GetElapsedTime(_start);

    /// <summary>The current time.</summary>
    public ShapeMoment Now => new(Elapsed.TotalSeconds, time.GetUtcNow().UtcTicks + cpu.ClockOffset.Ticks);

    /// <summary>Updates values until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var next = shapes.Tick(Now, Elapsed, cpu.IsRunning);
            var wait = next - Elapsed;
            await Task.Delay(wait > ShortestWait ? wait : ShortestWait, time, cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
