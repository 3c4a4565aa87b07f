using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Net;

namespace S7OpcBridge.OpcUa.Channel.Frames;

/// <summary>The parts of <c>opc.tcp://host:port/path</c>.</summary>
/// <param name="Host">As written; IPv6 without brackets.</param>
/// <param name="Path">With its leading slash, or empty.</param>
internal sealed record ServerAddress(string Host, int Port, string Path)
{
    private const string Scheme = "opc.tcp://";

    /// <summary>The port registered for OPC UA.</summary>
    private const int DefaultPort = 4840;
    private const int MaxHost = 255;

    /// <summary>True when the host is a wildcard (0.0.0.0, ::), which clients cannot connect to.</summary>
    public bool IsAny => IPAddress.TryParse(Host, out var address) && (address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any));

    /// <summary>Reads a URL, or a bare host with or without a port.</summary>
    public static bool TryParse(string? text, [NotNullWhen(true)] out ServerAddress? address) => TryParse(text, DefaultPort, out address);

    private static bool TryParse(string? text, int defaultPort, [NotNullWhen(true)] out ServerAddress? address)
    {
        address = null;
        if (string.IsNullOrEmpty(text))
            return false;
        var rest = text.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) ? text[Scheme.Length..] : text;
        var slash = rest.IndexOf('/');
        var (authority, path) = slash < 0 ? (rest, "") : (rest[..slash], rest[slash..]);
        var (host, port) = Split(authority);
        if (!IsHost(host) || !TryPort(port, defaultPort, out var number))
            return false;
        address = new ServerAddress(host, number, path);
        return true;
    }

    /// <summary>Reads a name or an address that is to be advertised.</summary>
    /// <param name="port">The port if it names none; 0: the one registered for OPC UA.</param>
    /// <exception cref="ArgumentException">The text is neither a name nor an address.</exception>
    public static ServerAddress FromAdvertised(string name, int port) =>
        TryParse(name, port > 0 ? port : DefaultPort, out var address)
            ? address
            : throw new ArgumentException($"'{name}' is no name or address to advertise.");

    /// <inheritdoc/>
    public override string ToString() => $"{Scheme}{(Host.Contains(':') ? $"[{Host}]" : Host)}:{Port}{Path}";

    private static (string Host, string? Port) Split(string authority)
    {
        if (authority.StartsWith('[') && authority.IndexOf(']') is var end and > 0)
            return (authority[1..end], end + 1 < authority.Length ? authority[(end + 1)..].TrimStart(':') : null);
        var colon = authority.IndexOf(':');
        return colon < 0 || colon != authority.LastIndexOf(':') ? (authority, null) : (authority[..colon], authority[(colon + 1)..]);
    }

    private static bool IsHost(string host) =>
        host.Length is > 0 and <= MaxHost && (IPAddress.TryParse(host, out _) || Uri.CheckHostName(host) == UriHostNameType.Dns);

    private static bool TryPort(string? text, int defaultPort, out int port)
    {
        port = defaultPort;
        return text is null || int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out port) && port is >= 0 and <= 65535;
    }
}
