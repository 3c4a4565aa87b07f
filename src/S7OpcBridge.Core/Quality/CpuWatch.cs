namespace S7OpcBridge.Core.Quality;

/// <summary>What is known of the CPU's state. The watch lane writes, the read lane reads.</summary>
internal sealed class CpuWatch
{
    private bool _stopped;

    /// <summary>True: the CPU told that it is not running its program. It goes on answering reads in STOP, with values that nothing moves.</summary>
    public bool IsStopped
    {
        get => Volatile.Read(ref _stopped);
        set => Volatile.Write(ref _stopped, value);
    }
}
