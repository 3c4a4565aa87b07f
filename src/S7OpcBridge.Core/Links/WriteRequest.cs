namespace S7OpcBridge.Core.Links;

/// <summary>The writes of one call to one PLC, with their results. Made on the caller's thread, then owned by the write lane until it completes.</summary>
internal sealed class WriteRequest
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<int> _places = [];
    private readonly List<int> _together = [];
    private readonly List<TagWriteResult?> _results = [];
    private int _abandoned;

    /// <summary>The pieces to send, in order; a write may have several.</summary>
    public List<WritePiece> Pieces { get; } = [];

    /// <summary>The tag of each write; for a structure its first tag.</summary>
    public List<int> Tags { get; } = [];

    public Task Done => _done.Task;

    /// <summary>Most items per job that the PLC is known to answer.</summary>
    public int ItemCap { get; set; } = 1;

    /// <summary>True: the caller has given up; unsent pieces are not sent any more.</summary>
    public bool IsAbandoned => Volatile.Read(ref _abandoned) != 0;

    /// <summary>Adds a write whose result goes to a place in the caller's list; returns its index here.</summary>
    /// <param name="tag">The tag, or the first one of several.</param>
    /// <param name="place">Index of the write in the caller's list.</param>
    /// <param name="together">Number of tags that must be written in one job; 0: a single tag, which may be sent in parts.</param>
    public int Add(int tag, int place, int together = 0)
    {
        Tags.Add(tag);
        _together.Add(together);
        _places.Add(place);
        _results.Add(null);
        return Tags.Count - 1;
    }

    /// <summary>Removes the last write, which was not accepted.</summary>
    public void RemoveLast()
    {
        var last = Tags.Count - 1;
        Pieces.RemoveAll(piece => piece.Write == last);
        Tags.RemoveAt(last);
        _together.RemoveAt(last);
        _places.RemoveAt(last);
        _results.RemoveAt(last);
    }

    /// <summary>Number of tags of a write that must go in one job; 0: a single tag.</summary>
    public int TogetherOf(int write) => _together[write];

    /// <summary>Index behind the last piece that must go in the same job as this one.</summary>
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
        if (_results[write] is null)
            _results[write] = result;
        else if (_results[write] == TagWriteResult.Ok)
            _results[write] = result == TagWriteResult.NoCommunication ? TagWriteResult.Timeout : result;
    }

    /// <summary>Ends the request; writes without a result get this one.</summary>
    public void Complete(TagWriteResult rest)
    {
        for (var i = 0; i < _results.Count; i++)
            _results[i] ??= rest;
        _done.TrySetResult();
    }

    /// <summary>Copies the results to the caller. Without results the caller has given up, and unsent pieces are not sent any more.</summary>
    public void HandOver(Span<TagWriteResult> results)
    {
        var isDone = _done.Task.IsCompleted;
        if (!isDone)
            Volatile.Write(ref _abandoned, 1);
        for (var i = 0; i < _places.Count; i++)
            results[_places[i]] = isDone ? _results[i] ?? TagWriteResult.NoCommunication : TagWriteResult.Abandoned;
    }
}
