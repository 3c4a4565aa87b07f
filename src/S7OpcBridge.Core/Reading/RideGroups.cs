namespace S7OpcBridge.Core.Reading;

/// <summary>
/// Groups the scan classes whose tags have ridden with each other on this connection; the classes of a group are planned together. Groups never shrink, so that
/// tags taken out of another class's requests can return to them.
/// </summary>
internal sealed class RideGroups
{
    private readonly int[] _group;

    public RideGroups(int classes)
    {
        _group = new int[classes];
        for (var i = 0; i < classes; i++)
            _group[i] = i;
    }

    /// <summary>Joins a class and the faster one that it rides with.</summary>
    public void Join(int scan, int faster)
    {
        var (stays, goes) = (Math.Min(_group[scan], _group[faster]), Math.Max(_group[scan], _group[faster]));
        for (var i = 0; i < _group.Length; i++)
            _group[i] = _group[i] == goes ? stays : _group[i];
    }

    public bool AreTogether(int scan, int other) => _group[scan] == _group[other];
}
