namespace S7OpcBridge.OpcUa.Channel;

/// <summary>A client that the server connects to, instead of the other way round (OPC 10000-6, 7.1.3).</summary>
/// <param name="Url">Where it listens: <c>opc.tcp://host:port</c>. A name is looked up at each dial.</param>
/// <param name="EndpointUrl">The URL of this server that it is told, one that GetEndpoints returns; null: the first of them.</param>
/// <param name="Retry">Pause after the first failure, 1 s to 60 s.</param>
public sealed record ReverseClient(string Url, string? EndpointUrl, TimeSpan Retry);

/// <summary>How far a client that the server dials is.</summary>
public enum ReverseState : byte
{
    /// <summary>The connection is being made.</summary>
    Dialling,

    /// <summary>A connection stands, and the client may use it at any time.</summary>
    Waiting,

    /// <summary>It has at least one secure channel; a further connection is kept ready.</summary>
    Connected,

    /// <summary>The last try failed; the next one follows.</summary>
    Failed,
}

/// <summary>A client that the server dials, as it is now.</summary>
/// <param name="Client">Where it listens.</param>
/// <param name="EndpointUrl">The URL that it is told.</param>
/// <param name="State">How far it is.</param>
/// <param name="Since">Since when the state is so.</param>
/// <param name="Channels">Secure channels that it has open on connections made by the server.</param>
/// <param name="Dials">Connections tried so far.</param>
/// <param name="Failures">Of these, those that ended before the client opened a channel.</param>
/// <param name="LastError">What went wrong last, in words; null: nothing so far.</param>
/// <param name="LastErrorAt">When that was.</param>
public sealed record ReverseStatus(
    string Client,
    string EndpointUrl,
    ReverseState State,
    DateTimeOffset Since,
    int Channels,
    long Dials,
    long Failures,
    string? LastError,
    DateTimeOffset? LastErrorAt
);
