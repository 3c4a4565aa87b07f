using S7OpcBridge.S7;
using S7OpcBridge.Web.Actions;

namespace S7OpcBridge.Web.Commission;

/// <summary>Checks where a PLC is said to be before anything is asked there.</summary>
internal static class PlcPlace
{
    private const int LongestHost = 255;

    /// <exception cref="ActionBodyException">It is no place of a PLC.</exception>
    public static void Check(string host, int port, string? profile, int? rack, int? slot)
    {
        if (host.Length is 0 or > LongestHost || Uri.CheckHostName(host) == UriHostNameType.Unknown)
            throw new ActionBodyException("'host' is the name or the IP address of a PLC, such as 192.168.0.10.");
        if (port is < 1 or > 65535)
            throw new ActionBodyException("'port' is a number from 1 to 65535.");
        if (profile is not null && !S7Profile.TryFind(profile, out _, out var why))
            throw new ActionBodyException($"{char.ToUpperInvariant(why[0])}{why[1..]}.");
        if (rack is < 0 or > 7 || slot is < 0 or > 31)
            throw new ActionBodyException("'rack' is a number from 0 to 7, 'slot' one from 0 to 31.");
    }
}
