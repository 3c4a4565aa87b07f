namespace S7OpcBridge.Benchmarks;

/// <summary>The CPU time of some cycles of this process, taken where they end, so that no timer or thread of the measurement is in it.</summary>
internal sealed class CycleWindow
{
    private TaskCompletionSource<TimeSpan> _measured = new();
    private TimeSpan _before;
    private int _wanted;
    private int _left;

    public Task<TimeSpan> MeasureAsync(int cycles)
    {
        _measured = new TaskCompletionSource<TimeSpan>(TaskCreationOptions.RunContinuationsAsynchronously);
        Volatile.Write(ref _wanted, cycles);
        return _measured.Task;
    }

    /// <summary>Called at the end of each cycle.</summary>
    public void Count()
    {
        if (_left == 0 && (_left = Interlocked.Exchange(ref _wanted, 0)) > 0)
            _before = Environment.CpuUsage.TotalTime;
        else if (_left > 0 && --_left == 0)
            _measured.SetResult(Environment.CpuUsage.TotalTime - _before);
    }
}
