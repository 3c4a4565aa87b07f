using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.Simulator.Faults;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>The connections of a PLC, and the simulated state of its cable and power.</summary>
internal sealed class LinkList
{
    private readonly Lock _gate = new();
    private readonly HashSet<IPlcLink> _links = [];
    private readonly Dictionary<SoftPlcLink, ushort> _connected = [];
    private volatile bool _isCut;
    private volatile bool _isDark;

    /// <summary>True: the cable is cut; nothing is received or answered.</summary>
    public bool IsCut
    {
        get => _isCut;
        set => _isCut = value;
    }

    /// <summary>True: the power is off; every connection is reset.</summary>
    public bool IsDark
    {
        get => _isDark;
        set => _isDark = value;
    }

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
            if (link is SoftPlcLink classic)
                _connected.Remove(classic);
        }
    }

    /// <summary>Reserves a connection resource where one is free and the TSAP is not in use. Null: accepted; otherwise how the connection is refused.</summary>
    public ConnectRefusal? TryConnect(SoftPlcLink link, in CotpConnect request, CpuBehavior behavior)
    {
        var tsap = CotpHandshake.TsapOf(request.CalledTsap);
        if (behavior.Tsaps.Count > 0 && !behavior.Tsaps.Contains(tsap))
            return behavior.OnWrongTsap;
        lock (_gate)
        {
            if (_connected.Count >= behavior.MaxConnections)
                return behavior.OnNoConnectionLeft;
            if (behavior.OneConnectionPerTsap && _connected.ContainsValue(tsap))
                return ConnectRefusal.Disconnect;
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
