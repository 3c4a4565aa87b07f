namespace S7OpcBridge.Core;

/// <summary>The writes of one call to one PLC: what to send, and what came of each. Made by the caller's thread, then owned by the write lane until it completes.</summary>
internal sealed class WriteRequest
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<int> _places = [];
    private readonly List<TagWriteResult?> _results = [];
    private int _abandoned;

    /// <summary>What goes to the PLC, in order; a write may have several pieces.</summary>
    public List<WritePiece> Pieces { get; } = [];

    /// <summary>The tag of each write.</summary>
    public List<int> Tags { get; } = [];

    public Task Done => _done.Task;

    /// <summary>True: the caller gave up; what has not been sent will not be.</summary>
    public bool IsAbandoned => Volatile.Read(ref _abandoned) != 0;

    public void Abandon() => Volatile.Write(ref _abandoned, 1);

    /// <summary>Adds a write whose result goes to a place in the caller's list; returns its index here.</summary>
    public int Add(int tag, int place)
    {
        Tags.Add(tag);
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
        _places.RemoveAt(last);
        _results.RemoveAt(last);
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

    /// <summary>Hands the results to the caller.</summary>
    public void CopyTo(Span<TagWriteResult> results)
    {
        for (var i = 0; i < _places.Count; i++)
            results[_places[i]] = _results[i] ?? TagWriteResult.NoCommunication;
    }
}
