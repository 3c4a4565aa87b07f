using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.Testing;

/// <summary>
/// A TCP port of the loopback that nobody listens on right now, for programs that can't be told "any port". It is below those that Linux, Windows and macOS
/// give to whoever asks for any: until the program listens, and while it is down for a moment, no test beside it is given the same one.
/// </summary>
public static class FreePort
{
    private const int Lowest = 15_000,
        End = 32_000;

    private static readonly ConcurrentDictionary<int, bool> Given = new();

    public static int Next()
    {
        while (true)
        {
            var port = Random.Shared.Next(Lowest, End);
            if (IsFree(port) && Given.TryAdd(port, true))
                return port;
        }
    }

    private static bool IsFree(int port)
    {
        using var listener = new TcpListener(IPAddress.Loopback, port);
        try
        {
            listener.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
