namespace S7OpcBridge.Core.Quality;

/// <summary>The CPU's operating state. Written by the watch lane, read by the read lane.</summary>
internal sealed class CpuWatch
{
    private bool _stopped;

    /// <summary>True: the CPU is not in RUN. In STOP it still answers reads, but its program changes no values.</summary>
    public bool IsStopped
    {
        get => Volatile.Read(ref _stopped);
        set => Volatile.Write(ref _stopped, value);
    }
}
