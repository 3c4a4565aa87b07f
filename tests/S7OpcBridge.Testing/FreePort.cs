using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.Testing;

/// <summary>A TCP port of the loopback that nobody listens on right now, for programs that can't be told "any port".</summary>
public static class FreePort
{
    public static int Next()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
