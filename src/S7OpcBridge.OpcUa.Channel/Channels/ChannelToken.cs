using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.OpcUa.Channel.Channels;

/// <summary>A security token: the keys of a channel for a limited time. The ciphers are null under policy None.</summary>
internal sealed class ChannelToken(uint id, TimeSpan lifetime, long created, ChunkCipher? incoming, ChunkCipher? outgoing) : IDisposable
{
    public uint Id { get; } = id;

    /// <summary>The revised lifetime.</summary>
    public TimeSpan Lifetime { get; } = lifetime;

    public ChunkCipher? Incoming { get; } = incoming;

    public ChunkCipher? Outgoing { get; } = outgoing;

    /// <summary>
    /// True when 125 % of the lifetime have passed: until then a token is accepted, so that requests sent during a renewal are not lost (OPC 10000-4, 5.6.2).
    /// </summary>
    public bool IsExpired(TimeProvider time) => time.GetElapsedTime(created) > Lifetime * 1.25;

    public void Dispose()
    {
        Incoming?.Dispose();
        Outgoing?.Dispose();
    }
}
