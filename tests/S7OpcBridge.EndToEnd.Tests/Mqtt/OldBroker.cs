using System.Net.Sockets;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Stands before a broker and makes it one that speaks MQTT 3.1.1 alone, as many devices and clouds have it.</summary>
/// <param name="target">Port of the broker.</param>
/// <param name="refusal">What it answers to who begins with 5.0, before it closes the connection.</param>
internal sealed class OldBroker(int target, byte[] refusal) : LoopbackRelay(target)
{
    // Behind the fixed header (two bytes, as a will or a name make it three at most) stands the name of the protocol, and behind that the version.
    private static ReadOnlySpan<byte> Name => "\0\u0004MQTT"u8;

    protected override async Task PassAsync(Socket from, Socket to, int connection, bool fromClient, CancellationToken cancellationToken)
    {
        if (fromClient)
        {
            var first = new byte[64 * 1024];
            var count = await from.ReceiveAsync(first, cancellationToken);
            var version = first.AsSpan(0, count).IndexOf(Name) + Name.Length;
            if (first[version] == 5)
            {
                await from.SendAsync(refusal, cancellationToken);
                throw new SocketException((int)SocketError.ConnectionRefused);
            }

            await to.SendAsync(first.AsMemory(0, count), cancellationToken);
        }

        await base.PassAsync(from, to, connection, fromClient, cancellationToken);
    }
}
