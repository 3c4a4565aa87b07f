namespace S7OpcBridge.Core.Links;

/// <summary>The writes of one call to one PLC: what to send, and what came of each. Made by the caller's thread, then owned by the write lane until it completes.</summary>
internal sealed class WriteRequest
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<int> _places = [];
    private readonly List<int> _together = [];
    private readonly List<TagWriteResult?> _results = [];
    private int _abandoned;

    /// <summary>What goes to the PLC, in order; a write may have several pieces.</summary>
    public List<WritePiece> Pieces { get; } = [];

    /// <summary>The tag of each write, the first one of a structure.</summary>
    public List<int> Tags { get; } = [];

    public Task Done => _done.Task;

    /// <summary>Items per job at most, as far as is known of the PLC.</summary>
    public int ItemCap { get; set; } = 1;

    /// <summary>True: the caller gave up; what has not been sent will not be.</summary>
    public bool IsAbandoned => Volatile.Read(ref _abandoned) != 0;

    /// <summary>Adds a write whose result goes to a place in the caller's list; returns its index here.</summary>
    /// <param name="tag">The tag, or the first one of several.</param>
    /// <param name="place">The place in the caller's list.</param>
    /// <param name="together">Tags that are written in one job or not at all; 0: it is one tag, which may go in parts.</param>
    public int Add(int tag, int place, int together = 0)
    {
        Tags.Add(tag);
        _together.Add(together);
        _places.Add(place);
        _results.Add(null);
        return Tags.Count - 1;
    }

    /// <summary>Takes the last write back: it was not accepted.</summary>
    public void RemoveLast()
    {
        var last = Tags.Count - 1;
        Pieces.RemoveAll(piece => piece.Write == last);
        Tags.RemoveAt(last);
        _together.RemoveAt(last);
        _places.RemoveAt(last);
        _results.RemoveAt(last);
    }

    /// <summary>Tags of a write that go in one job or not at all; 0: it is one tag.</summary>
    public int TogetherOf(int write) => _together[write];

    /// <summary>One behind the last piece that has to go in the same job as this one.</summary>
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

    /// <summary>Notes what came of a piece. The first bad result of a write stands; a write that is half done has timed out, whatever ended it.</summary>
    public void Set(int write, TagWriteResult result)
    {
        if (_results[write] is null)
            _results[write] = result;
        else if (_results[write] == TagWriteResult.Ok)
            _results[write] = result == TagWriteResult.NoCommunication ? TagWriteResult.Timeout : result;
    }

    /// <summary>Ends the request; everything without a result gets this one.</summary>
    public void Complete(TagWriteResult rest)
    {
        for (var i = 0; i < _results.Count; i++)
            _results[i] ??= rest;
        _done.TrySetResult();
    }

    /// <summary>Hands the results to the caller; where there are none yet the caller has given up, and what has not been sent will not be.</summary>
    public void HandOver(Span<TagWriteResult> results)
    {
        var isDone = _done.Task.IsCompleted;
        if (!isDone)
            Volatile.Write(ref _abandoned, 1);
        for (var i = 0; i < _places.Count; i++)
            results[_places[i]] = isDone ? _results[i] ?? TagWriteResult.NoCommunication : TagWriteResult.Abandoned;
    }
}
