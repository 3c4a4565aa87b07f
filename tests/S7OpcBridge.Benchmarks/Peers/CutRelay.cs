using System.Net.Sockets;
using S7OpcBridge.EndToEnd.Tests;

namespace S7OpcBridge.Benchmarks;

/// <summary>Passes TCP connections on to a port of this machine, until they are cut.</summary>
internal sealed class CutRelay(int target) : LoopbackRelay(target)
{
    private CancellationTokenSource _cut = new();

    /// <summary>Ends all connections on both sides; new ones are taken.</summary>
    public void Cut() => Interlocked.Exchange(ref _cut, new CancellationTokenSource()).Cancel();

    protected override async Task PassAsync(Socket from, Socket to, int connection, bool fromClient, CancellationToken cancellationToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, Volatile.Read(ref _cut).Token);
        await base.PassAsync(from, to, connection, fromClient, either.Token);
    }
}
