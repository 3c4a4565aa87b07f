namespace S7OpcBridge.OpcUa.Channel.ClientMemory;

/// <summary>
/// What one client makes the server hold of one kind. It is passed on to the <see cref="ClientMemoryBudget"/> in steps, so that small amounts that come and go
/// touch nothing that clients share.
/// </summary>
/// <remarks>Any thread.</remarks>
/// <param name="budget">What all clients share.</param>
/// <param name="kind">What is held.</param>
/// <param name="giveWay">
/// Called on the pool when the memory is short and this one holds the most. True: it has given something back and goes on; false: it ends, and calls
/// <see cref="Close"/>. Null: it never has to give way.
/// </param>
/// <param name="usual">Bytes that a client holds in regular operation: by how much somebody exceeds them decides who gives way.</param>
internal sealed class HeldMemory(ClientMemoryBudget budget, ClientMemoryKind kind, Func<bool>? giveWay = null, int usual = 0) : IThreadPoolWorkItem
{
    private const int Step = 16 * 1024;

    private long _bytes, _passedOn, _leaving;
    private volatile bool _joined, _closed;

    /// <summary>Bytes held.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Who has the largest gives way first.</summary>
    public long Weight => Bytes - usual;

    /// <summary>True: it holds copies of messages that were sent already.</summary>
    public bool HasCopies => kind == ClientMemoryKind.Retransmission;

    /// <summary>True: it has been told to give way, and has not done it yet.</summary>
    public bool IsLeaving => Volatile.Read(ref _leaving) != 0;

    /// <summary>Counts bytes that are held, or not any more.</summary>
    public void Add(long bytes)
    {
        if (bytes == 0)
            return;
        var now = Interlocked.Add(ref _bytes, bytes);
        var passedOn = Volatile.Read(ref _passedOn);
        if (now - passedOn >= Step || passedOn - now >= Step || now == 0 && passedOn != 0)
            PassOn();
    }

    /// <summary>So many are held now; by one thread at a time.</summary>
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

    /// <summary>Its client is gone: nobody has to be told to give way any more. What is still under way is given back when it ends.</summary>
    public void Close()
    {
        _closed = true;
        if (_joined)
            budget.Leave(this);
        Stay();
    }

    /// <summary>Tells it to give way; false: it is doing so.</summary>
    public bool TryGiveWay()
    {
        var bytes = Math.Max(1, Bytes);
        if (Interlocked.CompareExchange(ref _leaving, bytes, 0) != 0)
            return false;
        budget.AddLeaving(bytes);
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        return true;
    }

    void IThreadPoolWorkItem.Execute()
    {
        if (giveWay!())
            Stay();
    }

    private void Stay() => budget.AddLeaving(-Interlocked.Exchange(ref _leaving, 0));

    private void PassOn()
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
