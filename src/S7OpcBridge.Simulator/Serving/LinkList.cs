using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>The connections of a PLC, and whether its cable and its power are there.</summary>
internal sealed class LinkList
{
    private readonly Lock _gate = new();
    private readonly HashSet<IPlcLink> _links = [];
    private readonly Dictionary<PlcLink, ushort> _connected = [];
    private volatile bool _isCut;
    private volatile bool _isDark;

    /// <summary>True: nothing is heard and nothing answered.</summary>
    public bool IsCut { get => _isCut; set => _isCut = value; }

    /// <summary>True: every caller is reset.</summary>
    public bool IsDark { get => _isDark; set => _isDark = value; }

    public void Add(IPlcLink link)
    {
        lock (_gate)
            _links.Add(link);
    }

    public void Remove(IPlcLink link)
    {
        lock (_gate)
        {
            _links.Remove(link);
            if (link is PlcLink classic)
                _connected.Remove(classic);
        }
    }

    /// <summary>Takes a connection resource for a link, if one is left and the TSAP is not taken. Null: it may; otherwise how it is turned away.</summary>
    public Refusal? TryConnect(PlcLink link, in CotpConnect request, PlcManner manner)
    {
        var tsap = request.CalledTsap.GetValueOrDefault();
        if (manner.Tsaps.Count > 0 && !manner.Tsaps.Contains(tsap))
            return manner.OnWrongTsap;
        lock (_gate)
        {
            if (_connected.Count >= manner.MaxConnections)
                return manner.OnNoConnectionLeft;
            if (manner.OneConnectionPerTsap && _connected.ContainsValue(tsap))
                return Refusal.Disconnect;
            _connected[link] = tsap;
            return null;
        }
    }

    /// <summary>Ends all connections.</summary>
    public void EndAll(LinkEnd end)
    {
        IPlcLink[] links;
        lock (_gate)
            links = [.. _links];
        foreach (var link in links)
            link.End(end);
    }
}
