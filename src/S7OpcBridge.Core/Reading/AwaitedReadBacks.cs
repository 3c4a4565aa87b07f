using S7OpcBridge.Core.Tags;

namespace S7OpcBridge.Core.Reading;

/// <summary>The pending read-backs of one scan class; the end of the cycle that reads them confirms them. Belongs to the read lane.</summary>
internal sealed class AwaitedReadBacks
{
    private List<ReadBack>? _awaited,
        _awaitingWhole,
        _ended;

    /// <summary>Adds a read-back that the active or next cycle serves.</summary>
    public void Await(ReadBack readBack) => (_awaited ??= []).Add(readBack);

    /// <summary>Adds a read-back that only a whole cycle which has not begun yet can serve.</summary>
    public void AwaitWhole(ReadBack readBack) => (_awaitingWhole ??= []).Add(readBack);

    /// <summary>Called when a whole cycle begins.</summary>
    public void BeginWhole()
    {
        if (_awaitingWhole is not { } whole)
            return;
        (_awaited ??= []).AddRange(whole);
        _awaitingWhole = null;
    }

    /// <summary>Called when a cycle has ended.</summary>
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

    /// <summary>Removes the read-backs that the next batch confirms and returns them; null: none.</summary>
    public List<ReadBack>? TakeEnded()
    {
        var ended = _ended;
        _ended = null;
        return ended;
    }
}
