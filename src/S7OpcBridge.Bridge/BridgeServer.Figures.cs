using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>The counters of the server, for metrics and pages.</summary>
public sealed partial class BridgeServer
{
    /// <summary>The present status of a tag.</summary>
    public StatusCode StatusOf(int tag) => _table.StatusOf(tag);

    /// <inheritdoc cref="UaServer.Connections"/>
    public int Connections => _server.Connections;

    /// <inheritdoc cref="UaServer.Sessions"/>
    public int Sessions => _server.Sessions;

    /// <inheritdoc cref="UaServer.SessionsSoFar"/>
    public (uint Made, uint Refused) SessionsSoFar => _server.SessionsSoFar;

    /// <inheritdoc cref="UaServer.ServiceLevel"/>
    public byte ServiceLevel => _server.ServiceLevel;

    /// <inheritdoc cref="UaServer.Subscriptions"/>
    public int Subscriptions => _server.Subscriptions;

    /// <inheritdoc cref="UaServer.HistoryReads"/>
    public HistoryReadFigures HistoryReads => _server.HistoryReads;

    /// <inheritdoc cref="UaServer.ClientMemory"/>
    public ClientMemoryFigures ClientMemory => _server.ClientMemory;

    /// <inheritdoc cref="UaServer.MonitoredItems"/>
    public int MonitoredItems => _server.MonitoredItems;

    /// <inheritdoc cref="UaServer.Publishing"/>
    public PublishingFigures Publishing => _server.Publishing;

    /// <summary>The last load of the map, as shown in _Status.</summary>
    public MapLoadReport MapLoadReport => _status.Map;

    /// <inheritdoc cref="UaServer.Clients"/>
    public IReadOnlyList<ClientSession> Clients => _server.Clients;

    /// <inheritdoc cref="UaServer.ReverseConnections"/>
    public IReadOnlyList<ReverseStatus> ReverseConnections => _server.ReverseConnections;
}
