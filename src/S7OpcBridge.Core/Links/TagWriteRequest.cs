namespace S7OpcBridge.Core.Links;

/// <summary>
/// The writes of one call to one PLC: the pieces to send, and the results. Made by the caller's thread, then owned by the write lane until it completes. A
/// write is identified by its index in the call; its result is stored at that index, unless the caller has stopped waiting.
/// </summary>
/// <param name="call">All writes of the call, also those to other PLCs.</param>
/// <param name="results">The results of the call; <see cref="TagWriteResult.Abandoned"/> as long as there is none.</param>
internal sealed class TagWriteRequest(ReadOnlyMemory<TagWrite> call, Memory<TagWriteResult> results)
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock _gate = new();
    private readonly List<int> _writes = [];
    private volatile bool _isAbandoned;

    /// <summary>The pieces to send, in order; a write may have several.</summary>
    public List<WritePiece> Pieces { get; } = [];

    /// <summary>The Strings and WStrings among what is written, at absolute addresses.</summary>
    public List<WrittenText> Texts { get; } = [];

    /// <summary>The writes of this request.</summary>
    public IReadOnlyList<int> Writes => _writes;

    public Task Done => _done.Task;

    /// <summary>Most items per job that the PLC is known to answer.</summary>
    public int ItemCap { get; set; } = 1;

    /// <summary>True: the caller stopped waiting; pieces not yet sent are dropped.</summary>
    public bool IsAbandoned => _isAbandoned;

    /// <summary>Adds a write, whose pieces have been added.</summary>
    public void Add(int write)
    {
        _writes.Add(write);
        results.Span[write] = TagWriteResult.Abandoned;
    }

    /// <summary>The tag of a write, the first one of a structure.</summary>
    public int TagOf(int write) => call.Span[write].Tag;

    /// <summary>Number of tags that must be written in one job; 0: a single tag, which may be sent in parts.</summary>
    public int TogetherOf(int write) => call.Span[write].Together?.Length ?? 0;

    /// <summary>Index behind the last piece that must be in the same job as this one.</summary>
    public int EndOfUnit(IReadOnlyList<WritePiece> pieces, int first)
    {
        var end = first + 1;
        if (TogetherOf(pieces[first].Write) > 0)
        {
            while (end < pieces.Count && pieces[end].Write == pieces[first].Write)
                end++;
        }
        return end;
    }

    /// <summary>
    /// Sets the result of a piece. The first bad result of a write is kept. A write that was partly done counts as timed out, whatever ended it.
    /// </summary>
    public void Set(int write, TagWriteResult result)
    {
        lock (_gate)
        {
            if (_isAbandoned)
                return;
            ref var noted = ref results.Span[write];
            if (noted == TagWriteResult.Abandoned)
                noted = result;
            else if (noted == TagWriteResult.Ok)
                noted = result == TagWriteResult.NoCommunication ? TagWriteResult.Timeout : result;
        }
    }

    /// <summary>Ends the request; writes without a result get this one.</summary>
    public void Complete(TagWriteResult rest)
    {
        lock (_gate)
        {
            for (var i = 0; i < _writes.Count && !_isAbandoned; i++)
            {
                if (results.Span[_writes[i]] == TagWriteResult.Abandoned)
                    results.Span[_writes[i]] = rest;
            }
            _done.TrySetResult();
        }
    }

    /// <summary>
    /// Called when the caller stops waiting. A request that has not completed is abandoned: pieces not yet sent are dropped, and all its results are <see
    /// cref="TagWriteResult.Abandoned"/>.
    /// </summary>
    public void StopWaiting()
    {
        lock (_gate)
        {
            _isAbandoned = !_done.Task.IsCompleted;
            for (var i = 0; i < _writes.Count && _isAbandoned; i++)
                results.Span[_writes[i]] = TagWriteResult.Abandoned;
        }
    }
}
