using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.Tests;

/// <summary>A port that nobody uses at the moment.</summary>
internal static class FreePort
{
    public static int Next()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
