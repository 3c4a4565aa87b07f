using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>Opens sessions that need no renewal while something is measured.</summary>
internal static class ScaleSession
{
    private const uint Hour = 3_600_000;

    /// <summary>An anonymous session over policy None.</summary>
    public static async Task<UaTestClient> OpenAsync(int port)
    {
        var channel = await UaTestChannel.ConnectAsync(port, CancellationToken.None);
        await channel.HelloAsync(CancellationToken.None);
        await channel.OpenAsync(CancellationToken.None, lifetime: Hour);
        var client = new UaTestClient(channel);
        await client.CreateSessionAsync(CancellationToken.None, change: request => request.RequestedSessionTimeout = Hour);
        await client.ActivateAsync(CancellationToken.None);
        return client;
    }
}
