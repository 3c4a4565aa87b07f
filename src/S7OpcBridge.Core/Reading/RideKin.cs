namespace S7OpcBridge.Core;

/// <summary>
/// Which classes have ever ridden with which on this connection: who is planned anew is planned with its kin. It never shrinks, so that tags which left a ride
/// find it again when they come back.
/// </summary>
internal sealed class RideKin
{
    private readonly int[] _family;

    public RideKin(int classes)
    {
        _family = new int[classes];
        for (var i = 0; i < classes; i++)
            _family[i] = i;
    }

    /// <summary>One carries tags of the other.</summary>
    public void Join(int scan, int host)
    {
        var (stays, goes) = (Math.Min(_family[scan], _family[host]), Math.Max(_family[scan], _family[host]));
        for (var i = 0; i < _family.Length; i++)
            _family[i] = _family[i] == goes ? stays : _family[i];
    }

    public bool AreKin(int scan, int other) => _family[scan] == _family[other];
}
