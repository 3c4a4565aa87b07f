using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.OpcUa.Channel.Channels;

/// <summary>The keys of a channel for a while. The cipher is null under policy None.</summary>
internal sealed class ChannelToken(uint id, TimeSpan lifetime, long created, ChunkCipher? incoming, ChunkCipher? outgoing) : IDisposable
{
    public uint Id { get; } = id;

    /// <summary>As revised and told to the client.</summary>
    public TimeSpan Lifetime { get; } = lifetime;

    public ChunkCipher? Incoming { get; } = incoming;

    public ChunkCipher? Outgoing { get; } = outgoing;

    /// <summary>A token is taken for a quarter longer than it lives, so that a renewal under way loses nothing (OPC 10000-4, 5.6.2).</summary>
    public bool IsExpired(TimeProvider time) => time.GetElapsedTime(created) > Lifetime * 1.25;

    public void Dispose()
    {
        Incoming?.Dispose();
        Outgoing?.Dispose();
    }
}
