namespace S7OpcBridge.OpcUa.Channel.ClientMemory;

/// <summary>
/// The memory of one kind that the server holds for one client. It is counted in the <see cref="ClientMemoryBudget"/> in steps, so that small amounts that
/// come and go do not touch a counter that all clients share.
/// </summary>
/// <remarks>Any thread.</remarks>
/// <param name="budget">What all clients share.</param>
/// <param name="kind">What is held.</param>
/// <param name="giveWay">
/// Called on the thread pool when memory is short and this holder has the most. True: it has released something and goes on; false: it ends, and calls
/// <see cref="Close"/>. Null: it cannot release memory.
/// </param>
/// <param name="usual">Bytes that a client holds in regular operation; the holder that exceeds them by the most has to release first.</param>
internal sealed class HeldMemory(ClientMemoryBudget budget, ClientMemoryKind kind, Func<bool>? giveWay = null, int usual = 0)
    : IThreadPoolWorkItem
{
    private const int Step = 16 * 1024;

    private long _bytes,
        _passedOn,
        _releasing;
    private volatile bool _joined,
        _closed;

    /// <summary>Bytes held.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Holders release memory in this order: the largest first.</summary>
    public long Weight => Bytes - usual;

    /// <summary>True: it holds copies of messages that were sent already.</summary>
    public bool HasCopies => kind == ClientMemoryKind.Retransmission;

    /// <summary>True: a release was requested and is not yet done.</summary>
    public bool IsReleasing => Volatile.Read(ref _releasing) != 0;

    /// <summary>Counts bytes that are held; negative: released.</summary>
    public void Add(long bytes)
    {
        if (bytes == 0)
            return;
        var now = Interlocked.Add(ref _bytes, bytes);
        var passedOn = Volatile.Read(ref _passedOn);
        if (now - passedOn >= Step || passedOn - now >= Step || now == 0 && passedOn != 0)
            CountInBudget();
    }

    /// <summary>Sets the bytes held. One thread at a time.</summary>
    public void Set(long bytes)
    {
        if (bytes != Bytes)
            Add(bytes - Bytes);
    }

    /// <summary>Counts bytes unless the memory is short; false: it is.</summary>
    public bool TryAdd(long bytes)
    {
        if (!budget.HasRoomFor(bytes))
            return false;
        Add(bytes);
        return true;
    }

    /// <summary>Ends it, because its client is gone: no release of memory starts any more. Bytes in use are still counted until they are released.</summary>
    public void Close()
    {
        _closed = true;
        if (_joined)
            budget.Leave(this);
        EndRelease();
    }

    /// <summary>Starts a release of memory; false: one is under way already.</summary>
    public bool TryRelease()
    {
        var bytes = Math.Max(1, Bytes);
        if (Interlocked.CompareExchange(ref _releasing, bytes, 0) != 0)
            return false;
        budget.AddLeaving(bytes);
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        return true;
    }

    void IThreadPoolWorkItem.Execute()
    {
        if (giveWay!())
            EndRelease();
    }

    private void EndRelease() => budget.AddLeaving(-Interlocked.Exchange(ref _releasing, 0));

    private void CountInBudget()
    {
        var passedOn = Volatile.Read(ref _passedOn);
        for (var now = Bytes; now != passedOn; now = Bytes)
        {
            var seen = Interlocked.CompareExchange(ref _passedOn, now, passedOn);
            if (seen == passedOn)
            {
                if (giveWay is not null && !_joined && !_closed)
                {
                    _joined = true;
                    budget.Join(this);
                    if (_closed)
                        budget.Leave(this);
                }

                budget.Add(kind, now - passedOn);
                return;
            }

            passedOn = seen;
        }
    }
}
