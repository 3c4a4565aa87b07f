namespace S7OpcBridge.Web;

/// <summary>How an entry of <c>mqtt</c> is. Counts are since the start of the process.</summary>
public sealed record MqttState
{
    /// <summary>Name of the entry.</summary>
    public required string Name { get; init; }

    /// <summary>The broker, without user and password.</summary>
    public required string Broker { get; init; }

    /// <summary>True: the broker has admitted it.</summary>
    public bool IsConnected { get; init; }

    /// <summary>Since when; null: since the start.</summary>
    public DateTimeOffset? Since { get; init; }

    /// <summary>What went wrong last, as a sentence; null: nothing so far.</summary>
    public string? LastError { get; init; }

    /// <summary>When that was.</summary>
    public DateTimeOffset? LastErrorAt { get; init; }

    /// <summary>Published tags.</summary>
    public int Tags { get; init; }

    /// <summary>DataSetWriters; 0 where each value has a message of its own.</summary>
    public int Writers { get; init; }

    /// <summary>Messages that the broker has taken.</summary>
    public long Messages { get; init; }

    /// <summary>Values in them.</summary>
    public long Values { get; init; }

    /// <summary>Messages that wait for the broker's answer.</summary>
    public int InFlight { get; init; }

    /// <summary>Messages that wait.</summary>
    public long WaitingMessages { get; init; }

    /// <summary>Values in them.</summary>
    public long WaitingValues { get; init; }

    /// <summary>Values that were lost because the buffer was full or they were too old.</summary>
    public long LostValues { get; init; }

    /// <summary>Connections after the first.</summary>
    public long Reconnects { get; init; }

    /// <summary>Commands that were carried out.</summary>
    public long Commands { get; init; }

    /// <summary>Commands that were refused, or failed at the PLC.</summary>
    public long RefusedCommands { get; init; }
}
