namespace S7OpcBridge.OpcUa.Channel;

/// <summary>Limits of connections and channels.</summary>
public record ChannelLimits
{
    /// <summary>
    /// Bytes that all clients together may make the server hold: unfinished requests, answers, queues, messages kept for Republish, monitored items. When they
    /// are used up, the client that holds most is closed or trimmed first. 0: a quarter of the memory that the process may use, 16 MiB to 2 GiB. Other limits
    /// are lowered where they would not fit into it.
    /// </summary>
    public long ClientMemory { get; init; }

    /// <summary>Bytes of one chunk, either way; at least 8192.</summary>
    public int BufferSize { get; init; } = 65_536;

    /// <summary>Bytes of a request, all chunks together.</summary>
    public int MaxMessageSize { get; init; } = 16 * 1024 * 1024;

    /// <summary>Chunks of a request.</summary>
    public int MaxChunkCount { get; init; } = 4096;

    /// <summary>Bytes of a request on a channel on which no session is active.</summary>
    public int MaxUnauthenticatedMessageSize { get; init; } = 65_536;

    /// <summary>Most bytes of a response, even where the client accepts more.</summary>
    public int MaxResponseSize { get; init; } = 64 * 1024 * 1024;

    /// <summary>Bytes of answers that may wait for a client before nothing more is read from it.</summary>
    public int MaxQueuedBytes { get; init; } = 4 * 1024 * 1024;

    /// <summary>TCP connections.</summary>
    public int MaxConnections { get; init; } = 1200;

    /// <summary>TCP connections without an active session; the oldest is closed for a new one.</summary>
    public int MaxConnectionsWithoutSession { get; init; } = 600;

    /// <summary>From the TCP connection to the first complete request: HEL and OPN.</summary>
    public TimeSpan HelloTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a channel may exist without an active session.</summary>
    public TimeSpan IdleChannelTimeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>How long one send may make no progress before the connection is closed.</summary>
    public TimeSpan SendTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Shortest and longest lifetime of a channel's token; a client that requests 0 gets the longest.</summary>
    public TimeSpan MinTokenLifetime { get; init; } = TimeSpan.FromSeconds(10);

    /// <inheritdoc cref="MinTokenLifetime"/>
    public TimeSpan MaxTokenLifetime { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Lengths and depth that the decoder accepts.</summary>
    public EncodingLimits Encoding { get; init; } = EncodingLimits.Default;
}
