using System.Net;

namespace S7OpcBridge.Map;

/// <summary>Tells hosts of this machine from others.</summary>
public static class Loopback
{
    /// <summary>
    /// True for <c>localhost</c> and for addresses such as <c>127.0.0.1</c> and <c>[::1]</c>; false for other names, also where they resolve to 127.0.0.1
    /// (DNS rebinding).
    /// </summary>
    public static bool IsHost(string host) =>
        host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || (IPAddress.TryParse(host.Trim('[', ']'), out var address) && IPAddress.IsLoopback(address));
}
