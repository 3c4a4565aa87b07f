using System.Collections.Concurrent;

namespace S7OpcBridge.OpcUa.Channel.ClientMemory;

/// <summary>
/// Counts the memory that the server holds for all clients. While it exceeds <paramref name="most"/>, the largest holders have to release memory, one after the
/// other.
/// </summary>
/// <remarks>Any thread. It never waits, so it may be called inside any lock.</remarks>
/// <param name="most">The limit in bytes.</param>
internal sealed class ClientMemoryBudget(long most)
{
    /// <summary>Bytes counted for a session with names of usual length, without its continuation points.</summary>
    public const int Session = 4096;

    /// <summary>Bytes counted for a continuation point of Browse.</summary>
    public const int ContinuationPoint = 128;

    /// <summary>Bytes counted for a subscription without its items, with what stays of its session when that has ended.</summary>
    public const int Subscription = 4096;

    /// <summary>Bytes counted for a monitored item.</summary>
    public const int MonitoredItem = 128;

    private readonly ConcurrentDictionary<HeldMemory, bool> _holders = new();
    private readonly long[] _byKind = new long[Enum.GetValues<ClientMemoryKind>().Length];
    private readonly Lock _choosing = new();
    private long _taken,
        _releasing,
        _releases;

    /// <summary>Bytes that may be taken.</summary>
    public long Most => most;

    /// <summary>Bytes taken now.</summary>
    public long Taken => Volatile.Read(ref _taken);

    public ClientMemoryFigures Figures => new(most, Taken, Volatile.Read(ref _releases), [.. _byKind]);

    /// <summary>True while clients hold more than the budget: requests that need more memory wait until others have released theirs.</summary>
    public bool IsFull => Taken > most;

    /// <summary>True when clients hold more than the budget, not counting what is being released.</summary>
    private bool IsShort => Taken - Volatile.Read(ref _releasing) > most;

    /// <summary>True if so many bytes fit into the budget.</summary>
    public bool HasRoomFor(long bytes) => Taken + bytes <= most;

    /// <summary>Counts bytes that are taken, or given back.</summary>
    public void Add(ClientMemoryKind kind, long bytes)
    {
        Interlocked.Add(ref _byKind[(int)kind], bytes);
        if (Interlocked.Add(ref _taken, bytes) > most && bytes > 0)
            MakeRoom();
    }

    /// <summary>Registers a holder that can release memory.</summary>
    public void Join(HeldMemory holder) => _holders.TryAdd(holder, true);

    /// <summary>Removes a holder that holds nothing any more.</summary>
    public void Leave(HeldMemory holder) => _holders.TryRemove(holder, out _);

    /// <summary>Counts bytes that are being released; negative: they have been.</summary>
    public void AddLeaving(long bytes) => Interlocked.Add(ref _releasing, bytes);

    private void MakeRoom()
    {
        lock (_choosing)
        {
            while (IsShort && Largest() is { } holder)
            {
                if (holder.TryRelease())
                    Interlocked.Increment(ref _releases);
            }
        }
    }

    private HeldMemory? Largest()
    {
        HeldMemory? largest = null,
            copies = null;
        foreach (var (holder, _) in _holders)
        {
            if (holder is { IsReleasing: false, Bytes: > 0 } && (largest is null || holder.Weight > largest.Weight))
                largest = holder;
            if (holder is { IsReleasing: false, Bytes: > 0, HasCopies: true } && (copies is null || holder.Bytes > copies.Bytes))
                copies = holder;
        }

        // If no holder exceeds its usual amount by much, copies of sent messages are released before a connection is ended.
        return largest is not null && copies is not null && largest.Weight < most / 256 && copies.Bytes > largest.Bytes / 2
            ? copies
            : largest;
    }
}
