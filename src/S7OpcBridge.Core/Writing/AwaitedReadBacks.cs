namespace S7OpcBridge.Core;

/// <summary>The read-backs that one scan class was asked for: the end of the cycle that reads them confirms them. Belongs to the read lane.</summary>
internal sealed class AwaitedReadBacks
{
    private List<ReadBack>? _awaited, _awaitingWhole, _ended;

    /// <summary>The cycle that is active, or about to be, reads it.</summary>
    public void Await(ReadBack readBack) => (_awaited ??= []).Add(readBack);

    /// <summary>Only a whole cycle that has not begun reads it.</summary>
    public void AwaitWhole(ReadBack readBack) => (_awaitingWhole ??= []).Add(readBack);

    /// <summary>A whole cycle begins.</summary>
    public void BeginWhole()
    {
        if (_awaitingWhole is not { } whole)
            return;
        (_awaited ??= []).AddRange(whole);
        _awaitingWhole = null;
    }

    /// <summary>The cycle is over.</summary>
    public void End()
    {
        if (_awaited is not { } read)
            return;
        if (_ended is { } before)
            before.AddRange(read);
        else
            _ended = read;
        _awaited = null;
    }

    /// <summary>Takes what the next batch confirms; null: nothing.</summary>
    public List<ReadBack>? TakeEnded()
    {
        var ended = _ended;
        _ended = null;
        return ended;
    }
}
