namespace S7OpcBridge.Core.Reading;

/// <summary>
/// Groups the scan classes that have carried tags of each other on this connection; the classes of a group are planned together. Groups never shrink, so that
/// tags taken out of another class's requests can return to them.
/// </summary>
internal sealed class PiggybackGroups
{
    private readonly int[] _group;

    public PiggybackGroups(int classes)
    {
        _group = new int[classes];
        for (var i = 0; i < classes; i++)
            _group[i] = i;
    }

    /// <summary>Joins a class and the class that carries its tags.</summary>
    public void Join(int scan, int host)
    {
        var (stays, goes) = (Math.Min(_group[scan], _group[host]), Math.Max(_group[scan], _group[host]));
        for (var i = 0; i < _group.Length; i++)
            _group[i] = _group[i] == goes ? stays : _group[i];
    }

    public bool AreTogether(int scan, int other) => _group[scan] == _group[other];
}
